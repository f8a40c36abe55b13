/** Attribute nouns (things an individual has a number of), and the adjectives that widen them. */
import { adjectives, type AdjectiveWord } from './adjective.ts';
import { plural } from './inflection.ts';

export interface AttributeNoun {
  readonly singular: string;
  readonly plural: string;
}

const NOUNS = `
horn wing tail claw feather spike stripe whisker paw fin fang antler tentacle eye ear leg
arm finger toe shell badge medal coin jewel ring necklace crown helmet sword spear arrow hammer
rope lantern candle book scroll letter map key bell drum flute trumpet basket bucket bottle cup
plate spoon pillow hat coat boot glove sock button ribbon umbrella wheel kite balloon apple pearl
`;

/** 64 countable nouns with regular plurals. */
export const ATTRIBUTE_NOUNS: readonly AttributeNoun[] = NOUNS.trim()
  .split(/\s+/)
  .map((singular) => ({ singular, plural: plural(singular) }));

/** 24 adjectives of attributes, each with one synonym that only questions use. */
export const ATTRIBUTE_ADJECTIVES: readonly AdjectiveWord[] = adjectives(`
strong sturdy     blue azure        red crimson       green emerald     purple violet     golden gilded
white ivory       sharp pointed     long lengthy      short stubby      heavy weighty     hard rigid
shiny glossy      smooth sleek      rough coarse      wet damp          round circular    crooked bent
fancy ornate      cheap inexpensive precious valuable ancient antique   delicate fragile  magic mystical
`);
