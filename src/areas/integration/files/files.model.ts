import type { StoredFile } from '#prisma/client'
import type { StoredContent } from '#services/files/send-file'
import type { FailureKind } from '#services/tenant-log/failure-kinds'

/** A file whose bytes are complete. */
export type CompleteFile = StoredFile & { mediaType: string; size: number; sha256: string }

/**
 * Returns whether the bytes of a file are complete. A check of the table makes sure that complete files have these
 * values.
 */
export const isComplete = (file: StoredFile): file is CompleteFile =>
  file.state === 'ready' && file.mediaType !== null && file.size !== null && file.sha256 !== null

export const contentOf = ({ tenantId, storageKey, name, mediaType, size, sha256 }: CompleteFile): StoredContent => ({
  tenantId,
  storageKey,
  name,
  mediaType,
  size: Number(size),
  sha256,
})

export const fileInfected: FailureKind = {
  name: 'fileInfected',
  level: 'Warning',
  logType: 'File',
  entityType: null,
  meaning: 'The virus scan rejected an uploaded file.',
  remedy: 'Check the computer that sent it.',
}
