/** States of an individual, and the adverbs that widen them. */
const STATES = `
dizzy sleepy happy sad angry calm nervous anxious hungry thirsty
sick healthy weak confident jealous lonely proud ashamed grateful hopeful
cheerful gloomy grumpy cranky joyful eager curious cautious careless fearful
furious jolly merry miserable moody peaceful playful restless serious silly
suspicious tense thoughtful uneasy vain weary drowsy feverish giddy groggy
hoarse itchy jittery lively numb pale queasy radiant rowdy sore
stiff sweaty talkative clumsy bold bashful bitter blissful chilly cozy
crazy desperate docile dreamy energetic envious faint forgetful frantic generous
graceful guilty helpless homesick hostile impatient innocent invisible irritable lucky
mischievous muddy obedient optimistic patient pensive rebellious reckless selfish solemn
`;

const ADVERBS = `
deeply slightly extremely truly fully mildly strangely secretly
openly suddenly visibly barely partly utterly totally terribly
unusually constantly briefly slowly quickly noticeably remarkably thoroughly
`;

/** 100 adjectives of state. They have no synonyms: a state is an answer that a question may ask for. */
export const STATE_WORDS: readonly string[] = STATES.trim().split(/\s+/);

/** 24 adverbs. */
export const STATE_ADVERBS: readonly string[] = ADVERBS.trim().split(/\s+/);
