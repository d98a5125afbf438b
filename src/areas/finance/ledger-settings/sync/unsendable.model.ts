/** A document that the ledger cannot get now. The message is a sentence for the log that says what to map or change. */
export class Unsendable extends Error {
  override readonly name = 'Unsendable'
}
