/** The 100 actions (paper, Appendix A), each with one synonym that only questions use. */
import { gerund, past, thirdPerson } from './inflection.ts';

/** The forms of one regular transitive verb. `past` is the participle too. */
export interface VerbForms {
  readonly base: string;
  readonly third: string;
  readonly past: string;
  readonly gerund: string;
}

export interface ActionWord extends VerbForms {
  readonly synonym: VerbForms;
}

const PAIRS = `
chase pursue        follow trail         attack assault       help assist          push shove
pull yank           lift raise           greet welcome        praise applaud       scare frighten
startle surprise    tease mock           trick fool           cheat swindle        guide steer
train coach         instruct educate     protect guard        defend shield        rescue save
capture seize       release free         block obstruct       detain arrest        insult offend
annoy irritate      bother pester        call summon          invite beckon        confront challenge
wrestle tackle      defeat conquer       overpower overwhelm  injure harm          heal cure
wash rinse          brush groom          decorate adorn       dress clothe         touch stroke
poke nudge          embrace cuddle       love adore           hate detest          dislike despise
admire respect      doubt distrust       warn alert           threaten menace      hire employ
dismiss reject      pick select          ignore neglect       watch observe        inspect examine
discover locate     detect notice        transport convey     escort usher         toss hurl
bump jostle         squeeze pinch        smell sniff          splash spray         soak drench
awaken rouse        comfort console      soothe relax         amuse entertain      charm enchant
amaze astound       confuse puzzle       inspire motivate     encourage urge       persuade convince
order command       punish discipline    scold lecture        blame accuse         pardon excuse
salute honor        avoid evade          surround encircle    betray deceive       tempt lure
adopt foster        tie fasten           photograph film      sketch portray       advise counsel
elect appoint       outsmart outfox      topple overturn      haul tow             restrain confine
banish exile        distract divert      delay hinder         monitor supervise    fetch retrieve
`;

/** In the order of the table above; all 200 verbs are distinct. */
export const ACTIONS: readonly ActionWord[] = pairs(PAIRS).map(([base, synonym]) => ({
  ...verbForms(base),
  synonym: verbForms(synonym),
}));

function pairs(table: string): [string, string][] {
  const words = table.trim().split(/\s+/);
  return words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1] as string]] : []));
}

function verbForms(base: string): VerbForms {
  return { base, third: thirdPerson(base), past: past(base), gerund: gerund(base) };
}
