import { Readable } from 'node:stream'
import { attachFile } from '#areas/integration/files/attachments.service'
import { saveUpload } from '#areas/integration/files/files.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Files } from '#services/files/open-files'
import { receiveFile, removeReceived } from '#services/files/received-file'
import { type LogEvent, makeEventRows } from '#services/tenant-log/log-events'
import { insertEventsSql } from '#services/tenant-log/log-events-sql'
import { LOG_EVENT } from '../tenant-log.model.ts'
import type { SentEvent, SentFile } from './external-events.input.ts'

/**
 * Writes events of external systems to the log: all or none, in one statement. Stores their files before it; if that or the
 * statement fails, the files expire like other uploads.
 *
 * @throws 422 `file-infected` or `too-many`, 503.
 */
export const acceptEvents = async (scope: Scope, files: Files, sent: readonly SentEvent[]): Promise<void> => {
  if (sent.length === 0) return
  const events: LogEvent[] = []
  for (const { event, file } of sent)
    events.push(file ? { ...event, fileId: await storeFile(scope, files, file) } : event)
  const rows = makeEventRows(scope.db.tenantId, events, scope.clock.now())
  const insert = insertEventsSql(scope.db.tenantId, rows, scope.idempotency)
  if (events.every(({ fileId }) => fileId === undefined))
    return scope.db.transaction(async (tx) => void (await tx.commit(insert)), { onDriver: true })
  await scope.db.transaction(async (tx) => {
    for (const [index, { fileId }] of events.entries())
      if (fileId) {
        // The file is its own owner's id: ids of events are wider than those of owners.
        const pointer = `${sent[index]?.pointer}/AccompanyingFileContent`
        await attachFile(scope, tx, { fileId, pointer }, { kind: LOG_EVENT, id: fileId, contactId: null })
      }
    await tx.rows(insert)
  })
}

const storeFile = async (scope: Scope, files: Files, { name, bytes }: SentFile): Promise<number> => {
  const received = await receiveFile(Readable.from([bytes]), files.uploads.folder, files.uploads.limit)
  try {
    return (await saveUpload(scope, files, received, name)).id
  } finally {
    await removeReceived(received.path)
  }
}
