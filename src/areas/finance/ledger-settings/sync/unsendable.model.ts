/** A document that the ledger cannot get now. The message is sentences for the log that say what to map or change. */
export class Unsendable extends Error {
  override readonly name = 'Unsendable'
  readonly sentences: readonly string[]

  constructor(...sentences: string[]) {
    super(sentences.join(' '))
    this.sentences = sentences
  }
}

/** The results of all parts. @throws Unsendable with what every part needs, each sentence once. */
export const allOf = <T extends unknown[]>(...parts: { [K in keyof T]: () => T[K] }): T => {
  const sentences = new Set<string>()
  const results = parts.map((part) => {
    try {
      return part()
    } catch (error) {
      if (!(error instanceof Unsendable)) throw error
      for (const sentence of error.sentences) sentences.add(sentence)
      return null
    }
  })
  if (sentences.size > 0) throw new Unsendable(...sentences)
  return results as T
}

/** A part of the sentence about a document in the closed period, by which its executions are found when it is opened. */
export const IN_CLOSED_PERIOD = 'in the period that is closed until'
