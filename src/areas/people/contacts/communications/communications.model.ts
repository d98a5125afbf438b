import type { ContactCommunication } from '#prisma/client'

/** The kind of a communication, as the owner of its files. */
export const COMMUNICATION = 'communication'

export interface CommunicationWithFiles extends ContactCommunication {
  /** Ascending. */
  fileIds: number[]
}
