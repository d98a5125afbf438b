import { attachFile, consumeUpload, releaseFile } from '#areas/integration/files/attachments.service'
import { getUpload } from '#areas/integration/files/files.queries'
import { readUpload, storeMadeFile } from '#areas/integration/files/files.service'
import { ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Tenant } from '#prisma/client'
import type { Files } from '#services/files/open-files'
import { drawLogo, PICTURE_TYPES } from '#services/files/pictures'
import { tenantSettingsKind } from './tenant-settings.queries.ts'

/** A logo after a save: unchanged, none, or the file that was made of an upload. */
export type NewLogo = 'unchanged' | 'none' | { uploadId: number; fileId: number }

/**
 * Draws an upload of the caller again as a logo and stores it, before the transaction. If that fails, the file expires
 * like other uploads.
 *
 * @param sent the LogoFileId of the request. @throws 422 `unknown-reference` or `unreadable-picture`, 503.
 */
export const makeLogo = async (scope: Scope, files: Files, sent: number | null | undefined): Promise<NewLogo> => {
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
export const setLogo = async (
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
