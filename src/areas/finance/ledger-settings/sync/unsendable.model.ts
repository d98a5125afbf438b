/** A document that the ledger cannot get now. The message is a sentence for the log that says what to map or change. */
export class Unsendable extends Error {
  override readonly name = 'Unsendable'
}

/** A part of the sentence about a document in the closed period, by which its executions are found when it is opened. */
export const IN_CLOSED_PERIOD = 'in the period that is closed until'
