import { taxRegionKind } from '#areas/finance/books/tax-regions/tax-regions.queries'
import { attachFile, consumeUpload, releaseFile } from '#areas/integration/files/attachments.service'
import { getUpload } from '#areas/integration/files/files.queries'
import { readUpload, storeMadeFile } from '#areas/integration/files/files.service'
import { followLogRetention } from '#areas/integration/logs/months/months.service'
import { findChapterOfOrganization } from '#areas/people/chapters/chapters.queries'
import { contactKind } from '#areas/people/contacts/contacts.queries'
import { followTenantSettings } from '#areas/people/contacts/records/contact-rows.service'
import type { TenantSettingsSaveInput } from '#contract/integration/tenant-settings'
import { ruleRefused } from '#kernel/errors/problem'
import { lockRows } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { type ExpectedVersion, versionOf } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Tenant } from '#prisma/client'
import type { Files } from '#services/files/open-files'
import { drawLogo, PICTURE_TYPES } from '#services/files/pictures'
import { changedPart } from '#services/tenant-log/changed-part'
import { parseTenantSettings, type TenantSettingsData } from './tenant-settings.input.ts'
import { findChangedSettings } from './tenant-settings.model.ts'
import { lockTenantSettings, tenantSettingsKind } from './tenant-settings.queries.ts'

const ORGANIZATION = 2

/**
 * Changes settings of the tenant, and what contacts show of them. Replicas have cached the old settings: wait for
 * `credentialsSettled` after it.
 *
 * @param files where a new logo is stored. @throws 400; 409 stale-audit-id; 412; 422; 503.
 */
export const saveTenantSettings = async (
  scope: Scope,
  files: Files,
  input: TenantSettingsSaveInput,
  expected: ExpectedVersion,
): Promise<Tenant> => {
  const logo = await makeLogo(scope, files, input.LogoFileId)
  return scope.db.transaction(async (tx) => {
    const current = await lockTenantSettings(scope, tx, expected)
    const data = parseTenantSettings(input, current)
    await requireOrganization(scope, tx, data, current)
    await requireTaxRegion(scope, tx, data, current)
    const logoFileId = await setLogo(scope, tx, logo, current)
    const saved = await tx.tenant.update({
      where: { id: current.id },
      data: { ...data, logoFileId, ...NEXT_VERSION },
    })
    await followLogRetention(scope, tx, current, saved)
    await followTenantSettings(scope, tx, current, saved)
    const changes = findChangedSettings(current, saved)
    const payload = { Settings: Object.keys(changes) }
    await recordChange(scope, tx, changeOf(tenantSettingsKind, saved, 'updated', { changes, payload }))
    return saved
  })
}

/** Changes the name of the tenant. Its key never changes: addresses and other installations contain it. */
export const renameTenant = (scope: Scope, name: string): Promise<Tenant> =>
  scope.db.transaction(async (tx) => {
    const current = await lockTenantSettings(scope, tx, versionOf(null))
    const saved = await tx.tenant.update({ where: { id: current.id }, data: { name, ...NEXT_VERSION } })
    const changes = changedPart('Name', current.name, name)
    const payload = { Settings: Object.keys(changes) }
    await recordChange(scope, tx, changeOf(tenantSettingsKind, saved, 'updated', { changes, payload }))
    return saved
  })

const requireOrganization = async (
  scope: Scope,
  tx: Transaction,
  { organizationContactId }: TenantSettingsData,
  current: Tenant,
): Promise<void> => {
  if (organizationContactId === null || organizationContactId === current.organizationContactId) return
  if (!(await lockOrganization(scope, tx, organizationContactId, current)))
    throw unknownReference('/OrganizationContactId', 'organization')
  if (await findChapterOfOrganization(scope, tx, organizationContactId))
    throw ruleRefused('tenant-organization', 'The organization of a chapter cannot be that of the tenant.', [
      { pointer: '/OrganizationContactId', message: 'must not be the organization of a chapter' },
    ])
}

/** Locks the tax region, so that it is not deleted until the transaction ends: no foreign key references it. */
const requireTaxRegion = async (
  scope: Scope,
  tx: Transaction,
  { taxRegionId }: TenantSettingsData,
  current: Tenant,
): Promise<void> => {
  if (taxRegionId === null || taxRegionId === current.taxRegionId) return
  const [locked] = await lockRows(scope, tx, taxRegionKind, [taxRegionId], 'key share')
  if (locked === undefined) throw unknownReference('/TaxRegionId', 'tax region')
}

/**
 * Locks the contact, so that it is neither deleted, merged nor given to a chapter until the transaction ends, together with
 * the current organization, which is written too. Returns false if it is not an organization.
 */
const lockOrganization = async (
  scope: Scope,
  tx: Transaction,
  contactId: number,
  { organizationContactId: currentId }: Tenant,
): Promise<boolean> => {
  await lockRows(scope, tx, contactKind, currentId === null ? [contactId] : [contactId, currentId])
  const contact = await contactKind.find(tx, { tenantId: scope.db.tenantId, id: contactId }, scope)
  return contact?.systemTypeId === ORGANIZATION
}

/** A logo after a save: unchanged, none, or the file that was made of an upload. */
export type NewLogo = 'unchanged' | 'none' | { uploadId: number; fileId: number }

/**
 * Draws an upload of the caller again as a logo and stores it, before the transaction. If that fails, the file expires
 * like other uploads.
 *
 * @param sent the LogoFileId of the request. @throws 422 `unknown-reference` or `unreadable-picture`, 503.
 */
const makeLogo = async (scope: Scope, files: Files, sent: number | null | undefined): Promise<NewLogo> => {
  if (sent === undefined) return 'unchanged'
  if (!sent) return 'none'
  const { prisma, tenantId } = scope.db
  const current = await prisma.tenant.findFirst({ where: { id: tenantId }, select: { logoFileId: true } })
  if (current?.logoFileId === sent) return 'unchanged'
  const upload = await getUpload(scope, sent, '/LogoFileId')
  if (!PICTURE_TYPES.includes(upload.mediaType))
    throw ruleRefused('unreadable-picture', 'The file is not a picture.', [
      { pointer: '/LogoFileId', message: 'must be the id of a picture: JPEG, PNG, GIF, WebP or AVIF' },
    ])
  const { bytes, ending } = await drawLogo(await readUpload(files, upload))
  const { id: fileId } = await storeMadeFile(scope, files, `Logo.${ending}`, bytes)
  return { uploadId: upload.id, fileId }
}

/** Makes a new logo belong to the settings and deletes the one before. Returns the id of the logo. */
const setLogo = async (
  scope: Scope,
  tx: Transaction,
  logo: NewLogo,
  { id, logoFileId }: Tenant,
): Promise<number | null> => {
  if (logo === 'unchanged') return logoFileId
  if (logoFileId !== null) await releaseFile(scope, tx, logoFileId)
  if (logo === 'none') return null
  const { uploadId, fileId } = logo
  const owner = { kind: tenantSettingsKind.entity, id, contactId: null }
  await attachFile(scope, tx, { fileId, pointer: '/LogoFileId' }, owner)
  await consumeUpload(scope, tx, { fileId: uploadId, pointer: '/LogoFileId' })
  return fileId
}
