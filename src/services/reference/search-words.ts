/** The words of a search: in the forms of the contract, and with the words that people of the field use for them. */

/** Words that say nothing about an operation. `my` and `own` do: they are for members. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about all already an and any anyone are as at be been being but by can could did do does done each for from had has have having how
i if in into is it its just let like long many much me need no not now of on one or our out please should show so some somebody someone
tell that the their them then there these they this those to today up us want was way we were what when where whether which who whom
whose why will with without would you your api upcoming next last system program currently yet ever still next week`.split(
    /\s+/,
  ),
)

/** Returns the stem by which words are compared: invoices and invoice, registered and registration. */
const stemOf = (word: string): string => {
  if (word.length <= 4) return word.replace(/(?<=..)s$/, '')
  return word
    .replace(/ies$/, 'y')
    .replace(/(?<=ss|x|ch|sh)es$/, '')
    .replace(/(?<!s)s$/, '')
    .replace(/(?<=....)(ations?|ation|ing|ed|al|e)$/, '')
}

/**
 * What people of the field say, and the words of the contract that they mean. Each word of the left finds those of the right, a
 * little less well than itself.
 */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'member members': 'contact membership individual',
    'people person human somebody user': 'contact individual person',
    'company companies business employer firm': 'organization',
    'customer client payer': 'contact',
    'dues due subscription': 'membership fee invoice renewal',
    'fee fees price prices cost costs rate': 'fee price level',
    'overdue late arrears delinquent': 'receivable age open',
    'owe owes owed owing debt outstanding unpaid': 'receivable balance open',
    'aging ageing': 'receivable age',
    'pay pays paid paying': 'payment',
    'bill bills billed billing': 'invoice billing',
    'expire expires expired expiring lapse lapsed lapsing': 'lapsed membership nightly expiration',
    'join joins joining enroll enrol signup': 'join membership',
    'quit leave leaves left resign terminate end stop': 'cancel',
    'upgrade downgrade switch': 'change level',
    'renew renewing renewals': 'renewal renew',
    'attend attends attending attendee attendees participant participants rsvp': 'registration attendee',
    'register registered registering booked coming': 'registration',
    'ticket tickets': 'registration ticket fee',
    'conference congress meeting seminar workshop gala course': 'event',
    'booth stand': 'exhibitor booth',
    'committee committees team board': 'group',
    'branch branches local region': 'chapter',
    'email emails mailing newsletter message messages': 'mail email communication',
    'bounced bounce undelivered': 'mail failed suppressed',
    'telephone mobile': 'phone',
    'double twice same duplicates': 'duplicate',
    combine: 'merge',
    'shop product products merchandise goods': 'store item',
    'purchase purchases bought buy order orders': 'order',
    'coupon coupons promo code': 'discount voucher',
    'vat gst': 'tax',
    'accounting bookkeeping ledger': 'journal books ledger account',
    'revenue income earnings turnover': 'figure month trial',
    'chargeback chargebacks disputed': 'dispute',
    'card bank': 'charge payment',
    'reimburse money-back': 'refund',
    'forgive uncollectible': 'write-off writeoff',
    'receipt receipts': 'payment document',
    'installment installments instalment instalments': 'payment plan',
    'todo todos': 'task',
    'automation automations automatic drip campaign journey': 'workflow',
    'audit changed changes modified': 'history change log',
    'token secret credential credentials': 'key oauth client permission',
    'staff colleague admin administrator employee': 'seat login staff',
    'spreadsheet excel csv': 'import download',
    'backup dump': 'export',
    'training cpd ceu credits': 'certification certificate credit',
    'notify notification notifications': 'webhook',
    'ad ads advertisement banner': 'ad display',
    'delete erase remove drop': 'delete remove',
    'create add new make record enter': 'create add save',
    'update edit change modify rename': 'change save',
    'find look search list lists': 'list find search',
    'total sum count statistics stats report reports': 'figure report',
    'donation donations gift': 'payment credit',
    'address addresses': 'address',
    'website websites url': 'website web',
    'note notes remark call': 'activity',
    'picture photo logo': 'image',
    'employees works': 'relationship organization',
    'spouse related family': 'relationship',
  }).flatMap(([said, meant]) => said.split(' ').map((word) => [stemOf(word), meant.split(' ')] as const)),
)

/** Returns the words of a text, in lower case: those of getMembershipNightly are get, membership and nightly. */
const splitWords = (text: string): string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)

/** Returns a function that returns the stems of the words of a text. It remembers them: many operations have the same fields. */
export const wordReader = (): ((text: string) => readonly string[]) => {
  const texts = new Map<string, readonly string[]>()
  const stems = new Map<string, string>()
  const stemOnce = (word: string): string => {
    const stem = stems.get(word) ?? stemOf(word)
    stems.set(word, stem)
    return stem
  }
  return (text) => {
    const found = texts.get(text) ?? [...new Set(splitWords(text).map(stemOnce))]
    texts.set(text, found)
    return found
  }
}

/** Returns the stems of the words of a text that say something. */
export const wordsOf = (text: string): string[] =>
  splitWords(text)
    .filter((word) => !STOP_WORDS.has(word))
    .map(stemOf)

/** A word of a query, and the stems that mean it, with their weight. */
export interface Term {
  word: string
  stems: ReadonlyMap<string, number>
}

/** What several words mean together. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(not|never) (yet )?(been )?paid\b|\bpast due\b/gi, 'overdue'],
  [/\bwho (has )?(changed|edited|modified|deleted|saved)\b/gi, 'history log'],
  [/\bmoney back\b/gi, 'refund'],
  [/\bsign(ed|s)? up\b/gi, 'register'],
]

const SYNONYM = 0.75

/** Returns the words of a query that say something; all of them if none does. */
export const termsOf = (query: string): Term[] => {
  const said = PHRASES.reduce((text, [phrase, meant]) => text.replace(phrase, meant), query)
  const words = [...new Set(splitWords(said))]
  const telling = words.filter((word) => !STOP_WORDS.has(word))
  return (telling.length > 0 ? telling : words).map((word) => ({
    word,
    stems: new Map([
      ...(SYNONYMS.get(stemOf(word)) ?? []).flatMap(splitWords).map((meant) => [stemOf(meant), SYNONYM] as const),
      [stemOf(word), 1] as const,
    ]),
  }))
}

const CHANGES =
  /^(add|apply|assign|book|cancel|chang|check|combin|creat|delet|downgrad|edit|enter|export|import|invit|join|mail|make|merge|new|notify|pay|record|refund|regist|remov|renew|reset|revok|send|set|switch|unsub|updat|upgrad|void|write)/

/** Returns whether a query asks for a change. Other questions are answered by operations that read. */
export const asksForChange = (terms: readonly Term[]): boolean => terms.some(({ word }) => CHANGES.test(word))
