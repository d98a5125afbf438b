/** A mail as it leaves: everything decided, nothing to be made up on the way. */
export interface OutgoingMail {
  tenantId: number
  /** Of the record, not the header. */
  id: number
  /** `<...@...>`: the same at every try. */
  messageId: string
  date: Date
  from: { name: string; address: string }
  to: { name: string | null; address: string }
  /** Where answers go; null: to where it comes from. */
  replyTo: string | null
  subject: string
  html: string
  text: string
  /** Null for mail that belongs to no category. */
  unsubscribeUrl: string | null
}

/** How mail leaves this server. */
export interface MailTransport {
  /** In words, for the log. */
  readonly name: string
  /**
   * Hands the mail over. Sending the same again is harmless where the other side can tell: it has the same Message-ID.
   *
   * @throws MailRefused where no further try can help; anything else is worth another try.
   */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

/** Refused for good: no such mailbox, unwanted content. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}
