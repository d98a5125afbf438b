import { attachFile, releaseFiles } from '#areas/integration/files/attachments.service'
import { fileKind } from '#areas/integration/files/files.queries'
import { MAX_ID } from '#kernel/database/ids'
import type { FieldFault } from '#kernel/errors/problem'
import { unknownReference } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { StoreItem, StoreSubItem } from '#prisma/client'
import type { CleanItemInput } from './items.input.ts'
import { KIND, type KindId } from './items.model.ts'
import { storeItemKind } from './items.queries.ts'
import { idOf } from './parts.input.ts'
import type { SubItemData } from './sub-items.input.ts'

/** The parts of an item that are rows of other tables. Undefined: unchanged. */
interface ItemParts {
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

/**
 * Stores the sub-items of an item that the transaction has locked. One that was sold or is on hold is deactivated instead
 * of removed. Returns the counts that staff have sent, by id.
 */
export const saveSubItems = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  itemId: number,
  all: readonly SubItemData[],
  before: readonly StoreSubItem[],
): Promise<Map<number, number>> => {
  const counts = new Map<number, number>()
  const changes = all.filter(({ index }) => index !== null)
  const isKept = ({ id }: SubItemData) => before.some((each) => each.id === id && isUsed(each))
  const removed = changes.filter((each) => each.isRemoved && !isKept(each)).map(({ id }) => id)
  if (removed.length > 0) await tx.storeSubItem.deleteMany({ where: { tenantId, itemId, id: { in: removed } } })
  // A name can move from one sub-item to another: the unique index sees each statement.
  for (const { id } of changes.filter((each) => each.id !== 0 && !removed.includes(each.id)))
    await tx.storeSubItem.update({ where: { tenantId_id: { tenantId, id } }, data: { nameKey: `\u{1}${id}` } })
  for (const { id, isRemoved, row, count } of changes) {
    if (removed.includes(id) || (isRemoved && id === 0)) continue
    const data = isRemoved ? { ...row, isActive: false, nameKey: `\u{1}${id}` } : row
    const saved =
      id === 0
        ? await tx.storeSubItem.create({ data: { ...data, tenantId, itemId } })
        : await tx.storeSubItem.update({ where: { tenantId_id: { tenantId, id } }, data })
    if (count !== undefined) counts.set(saved.id, count)
  }
  return counts
}

/** Returns whether orders or carts contain a sub-item. */
const isUsed = ({ isSold, held, backordered }: StoreSubItem): boolean => isSold || held > 0 || backordered > 0
