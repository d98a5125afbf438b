import { attachFile, releaseFiles } from '#areas/integration/files/attachments.service'
import { fileKind } from '#areas/integration/files/files.queries'
import { MAX_ID } from '#kernel/database/ids'
import type { FieldFault } from '#kernel/errors/problem'
import { unknownReference } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { StoreItem } from '#prisma/client'
import type { CleanItemInput } from './items.input.ts'
import { KIND, type KindId } from './items.model.ts'
import { storeItemKind } from './items.queries.ts'
import { idOf } from './parts.input.ts'

/** The parts of an item that are rows of other tables. Undefined: unchanged. */
export interface ItemParts {
  columns: { downloadFileId: number | null }
  supplierId: number | null | undefined
  membershipTypeIds: readonly number[] | undefined
}

interface Sent {
  kindId: KindId
  input: CleanItemInput
  current: StoreItem | null
  data: Pick<StoreItem, 'isForMembers'>
}

/** Parses the file, the supplier and the membership types of an item. Adds what breaks a rule to `faults`. */
export const parseParts = async (
  scope: Scope,
  tx: Transaction,
  { kindId, input, current, data }: Sent,
  faults: FieldFault[],
): Promise<ItemParts> => {
  const { tenantId } = scope.db
  const membershipTypeIds = input.MembershipTypes?.flatMap(({ MembershipTypeId: id, IsSelected }) =>
    IsSelected === false ? [] : [id],
  )
  const chosen =
    membershipTypeIds?.length ??
    (current ? await tx.storeItemMembershipType.count({ where: { tenantId, itemId: current.id } }) : 0)
  if (data.isForMembers && chosen === 0)
    faults.push({ pointer: '/HasMembershipTypesChosen', message: 'can be true only if a membership type is selected' })
  return {
    columns: { downloadFileId: kindId === KIND.digital ? await parseFile(scope, tx, input, current, faults) : null },
    supplierId: idOf(input.ContactId),
    membershipTypeIds: membershipTypeIds && [...new Set(membershipTypeIds)],
  }
}

const FILE = '/PostSubmitDownloadFile'

/** @throws 422 unknown-reference. */
const parseFile = async (
  scope: Scope,
  tx: Transaction,
  { PostSubmitDownloadFile: sent }: CleanItemInput,
  current: StoreItem | null,
  faults: FieldFault[],
): Promise<number | null> => {
  const id = sent === undefined ? current?.downloadFileId : sent?.FileId
  if (!id) {
    faults.push({ pointer: FILE, message: 'is required' })
    return null
  }
  const found = id <= MAX_ID ? await fileKind.find(tx, { tenantId: scope.db.tenantId, id }, scope) : null
  if (!found) throw unknownReference(`${FILE}/FileId`, 'upload')
  return id
}

/** Stores the parts of a saved item. @throws 422 unknown-reference, file-taken. */
export const saveParts = async (
  scope: Scope,
  tx: Transaction,
  { id: itemId, downloadFileId }: StoreItem,
  { supplierId, membershipTypeIds }: ItemParts,
): Promise<void> => {
  const { tenantId } = scope.db
  if (downloadFileId !== null) {
    const owner = { kind: storeItemKind.entity, id: itemId, contactId: null }
    await attachFile(scope, tx, { fileId: downloadFileId, pointer: `${FILE}/FileId` }, owner)
    await releaseFiles(scope, tx, owner)
  }
  if (supplierId === null) await tx.storeItemSupplier.deleteMany({ where: { tenantId, itemId } })
  if (supplierId) {
    const contactId = supplierId
    await tx.storeItemSupplier.upsert({
      where: { tenantId_itemId: { tenantId, itemId } },
      create: { tenantId, itemId, contactId },
      update: { contactId },
    })
  }
  if (!membershipTypeIds) return
  await tx.storeItemMembershipType.deleteMany({ where: { tenantId, itemId } })
  const rows = membershipTypeIds.map((membershipTypeId) => ({ tenantId, itemId, membershipTypeId }))
  await tx.storeItemMembershipType.createMany({ data: rows })
}
