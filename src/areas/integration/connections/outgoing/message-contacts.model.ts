import type { MessageData } from '../channel/channel.model.ts'

/** The contacts of a message. */
export const contactIdsOf = ({ Contacts }: MessageData): number[] =>
  (Array.isArray(Contacts) ? Contacts : []).map(({ contactId }: { contactId: number }) => contactId)
