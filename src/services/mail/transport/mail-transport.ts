export interface MailAttachment {
  name: string
  mediaType: string
  content: Buffer
}

/** A complete mail for the transport. */
export interface OutgoingMail {
  tenantId: number
  /** The id of the record, not of the header. A mail without a record has a name that is as unique. */
  id: number | string
  /** `<...@...>`: the same for every attempt. */
  messageId: string
  date: Date
  from: { name: string; address: string }
  to: { name: string | null; address: string }
  /** The address for replies; null: the sender. */
  replyTo: string | null
  subject: string
  html: string
  text: string
  attachments?: readonly MailAttachment[] | undefined
  /** Null for mail without a category. */
  unsubscribeUrl: string | null
}

/** The interface to a transport, which sends mail from this server. */
export interface MailTransport {
  /** A description for the log. */
  readonly name: string
  /**
   * Passes the mail on. Sending it again is harmless if the receiver detects duplicates: it has the same Message-ID.
   *
   * @throws MailRefused for a permanent failure; any other error can be retried.
   */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

/** A permanent rejection: unknown mailbox, unwanted content. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}
