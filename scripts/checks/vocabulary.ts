/** An expression that we do not use, and what to write instead. */
export interface Expression {
  /** A pattern over whole words, case-insensitive; a space stands for any space, also across lines of a comment. */
  match: string
  write: string
  /** Uses that stay, each with the reason. */
  except?: readonly { match: string; reason: string }[]
  /** Only in names of the code: elsewhere the word is ordinary. */
  onlyInNames?: true
}

/** The left column of our style: plain words and standard terms instead of metaphors. */
export const vocabulary: readonly Expression[] = [
  {
    match: 'answer(s|ed|ing)?',
    write: 'return, respond with; noun: response',
    except: [{ match: 'idempotency-answer-lost|webhook-not-answering', reason: 'published problem codes, which stay' }],
  },
  {
    match: 'behind',
    write: 'after; in keyset pagination: after the cursor',
    except: [
      { match: 'behind (a|an|the|one|your|its) (\\w+ )?(proxy|proxies|pooler|load balancer)', reason: 'network term' },
    ],
  },
  {
    match: 'hold(s|ing)?|held',
    write: 'lock (a row); keep, contain or have (a value); reserve (a seat); validated against',
    except: [
      { match: '(seat|stock|inventory) (hold(s|ing)?|held)', reason: 'term of the field: a reservation that expires' },
      { match: 'on hold', reason: 'term of the field: a status' },
    ],
  },
  { match: 'tell(s|ing)?|told', write: 'notify, publish, emit (an event); report; distinguish' },
  { match: 'wish(es|ed|ing)?', write: 'preference, request' },
  { match: 'standings?', write: 'status' },
  {
    match: 'place(s|d)?|placing',
    write: 'position, address, location, seat or membership, as meant',
    except: [
      { match: 'decimal places?', reason: 'term of the field: digits after the point' },
      { match: 'place du', reason: 'name of a street, in French' },
      { match: 'plac(e|es|ed|ing) (an|the|one) order|orders? (is|was|are) placed', reason: 'term of commerce' },
    ],
  },
  { match: 'beside', write: 'alongside; as a noun: side table' },
  { match: 'meanwhile', write: 'cut, or name the event: "before the lock was acquired"' },
  { match: 'anew', write: 'again, or cut' },
  { match: 'as (it|they) stands?', write: 'current, unchanged, or cut' },
  { match: 'go(es|ing)? on|went on|gone on', write: 'continues, or cut' },
  { match: '(?<!there )is no (?!longer|more\\b)\\w+', write: 'is not a valid ...' },
  { match: 'name(s|d|ing)? (no|none|neither)', write: 'does not reference an existing ...' },
  { match: 'who may', write: 'callers that may' },
  { match: 'whoever|somebody|nobody', write: 'the caller, a user, no contact, as meant' },
  { match: 'most', write: 'max, maximum; a limit starts with MAX_', onlyInNames: true },
  { match: 'dethron(e|es|ed|ing)', write: 'clear the default' },
  { match: 'nights?', write: 'nightly run' },
  { match: 'travel(s|ed|led|ing|ling|er|ler)?', write: 'run, path' },
  {
    match: 'trips?',
    write: 'run, path; for statements: round trip',
    except: [{ match: 'round[ -]trips?', reason: 'term of the field: a request and its response' }],
  },
  { match: 'reach(es|ed|ing)?', write: 'access scope; get to, arrive at' },
  { match: 'a blank', write: 'a space' },
  { match: 'hang(s|ing)? on|hung on', write: 'belongs to, depends on, references' },
  { match: 'stands?|stood', write: 'exists, is stored, appears' },
  { match: 'ceas(e|es|ed) to be', write: 'is no longer' },
  { match: 'c(o|a)mes? of', write: 'the result of' },
  { match: 'let(s|ting)? go', write: 'releases' },
  { match: 'for good', write: 'permanently', except: [{ match: 'for good reasons?', reason: 'ordinary sense' }] },
  { match: 'mend(s|ed|ing)?|put(s|ting)? right', write: 'fix, correct' },
  { match: '(is|are|was|were) away', write: 'is unavailable' },
  {
    match: '(is|are|was|were) taken',
    write: 'is already in use',
    except: [{ match: '(is|are|was|were) taken (from|into account)', reason: 'ordinary sense' }],
  },
  { match: 'alone', write: 'only' },
  {
    match: 'walls?|doors?',
    write: 'row-level security, tenant isolation; the only access to',
    except: [{ match: 'wall[ -]clock', reason: 'term of the field: local time without a zone' }],
  },
  { match: 'whatever (its|their|the) case', write: 'case-insensitive' },
  { match: 'however many', write: 'any number of' },
]

/** Exported names that stay, each with the reason. */
export const exportedNames: Readonly<Record<string, string>> = {}
