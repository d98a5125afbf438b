import { type Fill, shape } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'
import { type DocumentKind, tableOf } from './documents.model.ts'

interface NotesValues {
  tenantId: number
  id: number
  notes: string | null
}

const changeNotes = (kind: DocumentKind): Fill<NotesValues> =>
  shape<NotesValues>(
    ({ tenantId, id, notes }) => Prisma.sql`
    UPDATE ${Prisma.raw(tableOf(kind))} SET audit_id = audit_id + 1, notes = ${notes}::text
    WHERE tenant_id = ${tenantId}::int AND id = ${id}::int`,
  )

/** Changes the notes of a document: the only field of these kinds that is not posted. */
export const changeNotesSql = {
  credit: changeNotes('credit'),
  refund: changeNotes('refund'),
  writeoff: changeNotes('writeoff'),
}
