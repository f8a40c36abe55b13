/** Entity nouns, and the adjectives that widen them. */
import { adjectives, type AdjectiveWord } from './adjective.ts';

const NOUNS = `
cat dog horse cow goat pig rabbit tiger lion bear
eagle owl hawk parrot penguin duck swan turtle lizard snake
frog toad crocodile alligator dolphin whale shark otter beaver squirrel
hamster hedgehog raccoon skunk camel llama zebra giraffe elephant rhino
hippo monkey gorilla panda koala kangaroo leopard cheetah jaguar panther
crab lobster octopus spider beetle ant bee wasp moth dragon
unicorn griffin wizard witch knight pirate farmer sailor robot ghost
goblin troll ogre donkey crow pigeon turkey peacock lamb walrus
`;

/** 80 nouns, singular. */
export const ENTITY_NOUNS: readonly string[] = NOUNS.trim().split(/\s+/);

/** 24 adjectives of entities, each with one synonym that only questions use. */
export const ENTITY_ADJECTIVES: readonly AdjectiveWord[] = adjectives(`
tiny little       huge enormous     old elderly       young youthful    lazy idle         clever smart
brave courageous  fierce ferocious  noisy loud        fat plump         thin skinny       friendly amiable
wild untamed      rich wealthy      poor needy        famous renowned   strange odd       ugly hideous
polite courteous  honest truthful   stubborn obstinate  swift speedy    humble modest     loyal faithful
`);
