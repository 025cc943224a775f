/** A phrase of a dialect that readers of Elasticsearch's or GitHub's documentation have to translate. */
export interface Phrase {
  /** Without flags; matched in any case. Plain uses of the same words are left out by look-around. */
  readonly phrase: RegExp;
  /** What to write instead. */
  readonly instead: string;
}

/** Phrases to avoid in comments, in strings and in documents. */
export const PHRASES: readonly Phrase[] = [
  { phrase: /\bcame of\b/, instead: 'the outcome, the result' },
  { phrase: /\bwhat it comes to\b/, instead: 'the result' },
  {
    phrase: /(?<!\b(?:because|instead|out|regardless) )\bof what\b/,
    instead: 'the noun: "of the request", "of the document"',
  },
  {
    phrase: /\bis told\b(?! apart\b)/,
    instead: 'the event: "is called with", "is notified of", "receives", "is reported"',
  },
  { phrase: /\btells of\b/, instead: 'reports, contains' },
  {
    phrase: /\bsays of\b/,
    instead: 'the noun: "the properties of a template", "the engine\'s response about an index"',
  },
  { phrase: /\bis said to\b/, instead: 'is' },
  {
    phrase: /\bstands in\b(?! for\b)/,
    instead: 'is in, is inside; for an obstacle "conflicts with", for a substitute "replaces"',
  },
  {
    phrase: /\bstands for itself\b/,
    instead: 'the rule that applies: "is not resolved", "is taken literally"',
  },
  { phrase: /(?<!\b(?:are|be|is|was|were) )\ball the same\b/, instead: 'still' },
  {
    phrase: /(?<!\b(?:all|any|each|most|none|one|some) )\bof its own\b/,
    instead: 'its own, separate',
  },
  { phrase: /\bwhat is taken back\b/, instead: 'the undone change' },
  {
    phrase: /\bsomebody else\b/,
    instead: 'who it is: "another author", "another client", "another caller"',
  },
  { phrase: /\bwhat belongs to\b/, instead: 'the noun: "entries of a stream"' },
  { phrase: /\blet in\b/, instead: 'allowed, accepted, signed in' },
  { phrase: /\bis asked of\b/, instead: 'applies to, is requested from' },
  { phrase: /\bmade[ -]up\b(?! of\b)/, instead: 'generated, derived, fictional' },
  {
    phrase: /\bwhat has been\b/,
    instead: 'the noun: "completed steps", "the calls that were started"',
  },
  { phrase: /\bas it was told\b/, instead: 'as configured, as requested' },
  { phrase: /\bno more than\b/, instead: 'at most, only' },
  {
    phrase: /\bleads to\b/,
    instead: 'points to, refers to (a pointer, an alias); gives, causes (a result)',
  },
  { phrase: /\bgave out\b/, instead: 'issued, failed' },
  { phrase: /\bto be had\b/, instead: 'available' },
];

/** Phrases to avoid only where users read them: comments have plain uses of these. */
export const PHRASES_FOR_USERS: readonly Phrase[] = [
  ...PHRASES,
  { phrase: /\b(?:became|becomes) of\b/, instead: 'the outcome, the result' },
  { phrase: /\b(?:come|comes) to\b/, instead: 'results in, gives' },
  { phrase: /\b(?:lead|leads) to\b/, instead: 'gives, causes; points to' },
  { phrase: /\b(?:called|changed|named) so\b/, instead: 'the name; "this way"' },
  { phrase: /\bof old\b/, instead: 'legacy, earlier' },
  { phrase: /\bwhat answers\b/, instead: 'the server, the cluster' },
  { phrase: /\bpast Mapledger\b/, instead: 'outside Mapledger' },
  { phrase: /\b(?:sealed|made|start|begin) anew\b/, instead: 'resealed, rewritten, start again' },
  { phrase: /\btakes? hold\b/, instead: 'takes effect' },
  { phrase: /\bas it (?:must|has to) be\b/, instead: 'valid, or what is expected' },
  { phrase: /\bself-given\b/, instead: 'unverified' },
  { phrase: /\btexts\b/, instead: 'strings, or the noun' },
  { phrase: /\blets? (?:you|somebody|someone) in\b/, instead: 'access, sign-in' },
  { phrase: /\bhas (?:none|nothing) of it\b/, instead: 'what is missing' },
  { phrase: /\bis no (?:more|valid|name|number|page)\b/, instead: 'is not a; is no longer' },
];
