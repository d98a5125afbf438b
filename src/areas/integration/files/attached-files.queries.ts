import { notFound } from '#kernel/errors/problem'
import type { FileStore } from '#services/files/file-store'
import { readBytes } from '#services/files/send-file'
import type { ReadAttachments } from '#services/mail/sending/send-mail'
import { fileKind, findContent } from './files.queries.ts'

/** Reads the files that are attached to a mail, in the order of their ids. */
export const readAttachments =
  (store: FileStore): ReadAttachments =>
  async (scope, fileIds) => {
    const attachments = []
    for (const id of fileIds) {
      const file = await findContent(scope, id)
      if (!file) throw notFound(fileKind.entity)
      const content = await readBytes(store, file)
      attachments.push({ name: file.name, mediaType: file.mediaType, content })
    }
    return attachments
  }
