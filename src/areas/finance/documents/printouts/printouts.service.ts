import { attachFile, discardUpload } from '#areas/integration/files/attachments.service'
import { findContent, listContentsOf, type OwnedContent } from '#areas/integration/files/files.queries'
import { storeMadeFile } from '#areas/integration/files/files.service'
import { unavailable } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { dateOf } from '#kernel/time/day'
import type { DocumentTemplate, Printout } from '#prisma/client'
import { builtInDocuments } from '#services/documents/built-in/built-in-documents'
import { type PaperSize, paperOfCountry } from '#services/documents/pdf/paper'
import { type RenderedDocument, renderDocument } from '#services/documents/render-document'
import type { Files } from '#services/files/open-files'
import { readBytes, type StoredContent } from '#services/files/send-file'
import { asTemplateProblem } from '#services/templates/template-problem'
import {
  fingerprintOf,
  type Letterhead,
  ownerKindOf,
  type PaperTemplate,
  type PrintoutContent,
} from './printouts.model.ts'

export type { PrintoutContent }

export type PrintoutFormat = 'html' | 'pdf'

export interface MadePrintout {
  id: number
  files: Record<PrintoutFormat, OwnedContent>
  /** The characters that its PDF shows as boxes. */
  unshown: readonly string[]
}

const MEDIA_TYPES: Record<PrintoutFormat, string> = { html: 'text/html', pdf: 'application/pdf' }

/**
 * Returns the printout of a content: the stored one of the same version, or a new one. Of two requests that make the same,
 * the first one's files stay.
 *
 * @throws 422 template-fault, 429, 503.
 */
export const makePrintout = async (scope: Scope, files: Files, content: PrintoutContent): Promise<MadePrintout> => {
  const { prisma, tenantId } = scope.db
  const template = await prisma.documentTemplate.findFirstOrThrow({ where: { tenantId, key: content.kind } })
  const { html } = template
  const paperSize = paperOf(scope, template)
  const letterhead = letterheadOf(scope)
  const logo = await findLogo(scope)
  const fingerprint = fingerprintOf(content, { html, paperSize }, letterhead, logo?.sha256 ?? null)
  const { kind, documentId } = content
  const known = await prisma.printout.findFirst({ where: { tenantId, kind, documentId, fingerprint } })
  if (known) return withFiles(scope, known)
  const image = logo && (await readLogo(files, logo))
  const rendered = await render(scope, content, { html, paperSize }, organizationOf(letterhead, image))
  return storePrintout(scope, files, { ...content, fingerprint }, rendered)
}

const paperOf = ({ tenant }: Scope, { paperSize }: DocumentTemplate): PaperSize =>
  paperSize === 'A4' || paperSize === 'Letter' ? paperSize : paperOfCountry(tenant.countryId)

const letterheadOf = ({ tenant }: Scope): Letterhead => ({
  name: tenant.organizationName ?? tenant.name,
  address: tenant.organizationAddress,
  taxNumber: tenant.taxNumber,
  bankDetails: tenant.bankDetails,
})

/** Returns the variables of the organization. Those without a value are missing, because templates test for that. */
const organizationOf = ({ name, address, taxNumber, bankDetails }: Letterhead, logo: string | null): object => ({
  name,
  ...(address !== null && { address }),
  ...(taxNumber !== null && { tax_number: taxNumber }),
  ...(bankDetails !== null && { bank_details: bankDetails }),
  ...(logo !== null && { logo }),
})

const findLogo = async (scope: Scope): Promise<StoredContent | null> => {
  const { logoFileId: id } = scope.tenant
  return id === null ? null : findContent(scope, id)
}

/** Reads a logo as an address that contains it. @throws 503. */
const readLogo = async ({ store }: Files, logo: StoredContent): Promise<string> =>
  `data:${logo.mediaType};base64,${(await readBytes(store, logo)).toString('base64')}`

const render = (
  scope: Scope,
  { kind, title, datedOn, variables }: PrintoutContent,
  { html, paperSize }: PaperTemplate,
  organization: object,
): Promise<RenderedDocument> => {
  const { variables: known } = builtInDocuments[kind]
  const input = {
    html,
    title,
    variables: { ...variables, organization },
    variableNames: known.map(({ name }) => name),
    author: letterheadOf(scope).name,
    createdAt: dateOf(datedOn),
    paperSize,
  }
  return renderDocument(scope, input).catch((error) => {
    throw asTemplateProblem(error)
  })
}

/** Stores the files before the transaction; if it fails, they expire like other uploads. */
const storePrintout = async (
  scope: Scope,
  files: Files,
  { kind, documentId, contactId, name, fingerprint }: PrintoutContent & { fingerprint: string },
  { html, pdf, unshown }: RenderedDocument,
): Promise<MadePrintout> => {
  const made = [
    await storeMadeFile(scope, files, `${name}.html`, Buffer.from(html)),
    await storeMadeFile(scope, files, `${name}.pdf`, Buffer.from(pdf)),
  ]
  const stored = await scope.db.transaction(async (tx) => {
    const key = { tenantId: scope.db.tenantId, kind, documentId, fingerprint }
    const data = [{ ...key, name, unshown, createdAt: scope.clock.now() }]
    const { count } = await tx.printout.createMany({ data, skipDuplicates: true })
    const printout = await tx.printout.findFirstOrThrow({ where: key })
    for (const { id } of made) {
      const owner = { kind: ownerKindOf(kind), id: printout.id, contactId }
      if (count === 1) await attachFile(scope, tx, { fileId: id, pointer: '' }, owner)
      else await discardUpload(scope, tx, id)
    }
    return printout
  })
  return withFiles(scope, stored)
}

/** Returns the problem 503: the job deleted the printout after it was found. The next request makes it again. */
export const printoutDeleted = () => unavailable('The stored document was just deleted because it is old. Retry.')

const withFiles = async ({ db }: Scope, { id, kind, unshown }: Printout): Promise<MadePrintout> => {
  const found = await listContentsOf(db.prisma, db.tenantId, { kind: ownerKindOf(kind), id })
  const fileOf = (format: PrintoutFormat): OwnedContent => {
    const file = found.find(({ mediaType }) => mediaType === MEDIA_TYPES[format])
    if (!file) throw printoutDeleted()
    return file
  }
  return { id, files: { html: fileOf('html'), pdf: fileOf('pdf') }, unshown }
}
