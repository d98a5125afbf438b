import type { FastifyBaseLogger } from 'fastify'
import sharp from 'sharp'
import { saveImage } from '#areas/commerce/store/images/images.service'
import { KIND } from '#areas/commerce/store/items/items.model'
import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import { storeMadeFile } from '#areas/integration/files/files.service'
import { saveTenantSettings } from '#areas/integration/tenant-settings/tenant-settings.service'
import { saveCommunication } from '#areas/people/contacts/communications/communications.service'
import { saveImage as savePortrait } from '#areas/people/contacts/image/image.service'
import type { Database } from '#kernel/database/database'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import { dayIn } from '#kernel/time/day'
import type { Tenant } from '#prisma/client'
import type { Files } from '#services/files/open-files'
import { loadAds } from './advertising.ts'
import { findCastMembers } from './cast.ts'
import { loadImport } from './imports.ts'
import { loadReports } from './reports.ts'
import { addItem } from './store.ts'

export interface DemoFilesOptions {
  database: Database
  tenant: Tenant
  now: Date
  log: FastifyBaseLogger
  files: Files
  processorTools: ProcessorTools
}

const LETTER = 2
const SENT = 2
const ANY_VERSION = { auditId: null, ifMatch: null, isRequired: false }
const COLORS = ['#355c7d', '#6c5b7b', '#2a9d8f', '#b56576']

/**
 * Adds files to a tenant's demonstration, once: the logo of its documents, pictures of new members, a letter with an
 * attachment, display ads with images, and reports of the payment processor, and a checked
 * import. After the rows of the demonstration, because
 * bytes have no transaction: a load that was killed begins again.
 */
export const loadDemoFiles = async (options: DemoFilesOptions): Promise<void> => {
  const { database, tenant, now, log, files } = options
  const key = `demo-files:${tenant.id}`
  if (await database.system.setting.findFirst({ where: { key } })) return
  const scope = await systemScope({ database, clock: { now: () => now }, log }, tenant.id)
  const { newcomers, renewing } = await findCastMembers(scope, dayIn(tenant.timeZone, now))
  for (const [index, contactId] of newcomers.slice(0, COLORS.length).entries())
    await addPortrait(scope, files, contactId, COLORS[index] ?? '#355c7d')
  for (const contactId of renewing.slice(0, 2)) await addLetter(scope, files, contactId)
  await addLetterhead(scope, files)
  await loadAds(scope, files)
  await addStoreFiles(scope, files)
  await loadReports(scope, options)
  await loadImport(scope, { database, clock: scope.clock, log }, files)
  await database.system.setting.createMany({ data: [{ key, value: 'loaded' }], skipDuplicates: true })
}

/** The picture of the first item of the store, and an item to download. */
const addStoreFiles = async (scope: Scope, files: Files): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, kindId: KIND.physical }
  const item = await scope.db.prisma.storeItem.findFirst({ where, orderBy: { id: 'asc' } })
  if (item) {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><rect width="600" height="600" fill="#e9eef2"/>
      <rect x="170" y="180" width="220" height="260" rx="24" fill="#1d5c8d"/>
      <path d="M390 230h50a40 40 0 0 1 40 40v60a40 40 0 0 1-40 40h-50" fill="none" stroke="#1d5c8d" stroke-width="28"/></svg>`
    const picture = await sharp(Buffer.from(drawing)).png().toBuffer()
    const { id: fileId } = await storeMadeFile(scope, files, 'Item.png', picture)
    const texts = { Title: item.name, ShortDescription: 'A blue mug' }
    await saveImage(scope, files, { itemId: item.id, imageId: 0, fileId }, texts)
  }
  const text = 'Code of practice for harbor businesses\n\n1. Keep the quays clear.\n2. Report every spill.\n'
  const { id: FileId } = await storeMadeFile(scope, files, 'Code of practice.txt', Buffer.from(text))
  const sent = { Price: 25, PostSubmitDownloadFile: { FileId }, RequireActiveMembership: true }
  await addItem(scope, KIND.digital, 'Code of practice', sent, { MaxDownloads: 5, DownloadDays: 30 })
}

/** What invoices, receipts and statements show of the organization. */
const addLetterhead = async (scope: Scope, files: Files): Promise<void> => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect width="200" height="200" rx="36" fill="#1d5c4d"/>
    <path d="M40 150V70l60-30 60 30v80M75 150v-45h50v45" fill="none" stroke="#fff" stroke-width="14"/></svg>`
  const { id } = await storeMadeFile(scope, files, 'Logo.png', await sharp(Buffer.from(drawing)).png().toBuffer())
  const letterhead = {
    OrganizationAddress: '12 Harbor Street\noffice@harbor-chamber.example',
    TaxNumber: '01-0234567',
    BankDetails: 'Harbor Savings Bank\nAccount 40417203',
  }
  await saveTenantSettings(scope, files, { ...letterhead, LogoFileId: id }, ANY_VERSION)
}

const addPortrait = async (scope: Scope, files: Files, contactId: number, color: string): Promise<void> => {
  const { firstName, lastName, displayName } = await scope.db.prisma.contact.findFirstOrThrow({
    where: { tenantId: scope.db.tenantId, id: contactId },
  })
  const initials = `${firstName ?? ''} ${lastName ?? ''}`.replace(/(\p{L})[^\s]*\s*/gu, '$1')
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="${color}"/>
    <text x="200" y="250" font-size="150" font-family="sans-serif" text-anchor="middle" fill="#fff">${initials}</text></svg>`
  const picture = await sharp(Buffer.from(drawing)).png().toBuffer()
  const { id } = await storeMadeFile(scope, files, `${displayName}.png`, picture)
  const image = { FileId: id, ShortDescription: `Portrait of ${displayName}` }
  await savePortrait(scope, files, contactId, image, ANY_VERSION)
}

const addLetter = async (scope: Scope, files: Files, contactId: number): Promise<void> => {
  const form = 'Renewal of membership\n\nPlease check your details, sign and return this page.\n'
  const { id } = await storeMadeFile(scope, files, 'Renewal form.txt', Buffer.from(form))
  const letter = { CommunicationTypeId: LETTER, CommunicationStatusTypeId: SENT, Subject: 'Your renewal form' } as const
  await saveCommunication(scope, contactId, 0, { ...letter, FileIds: [id] }, ANY_VERSION)
}
