import { readFile } from 'node:fs/promises'
import { badInput, Problem, ruleRefused } from '#kernel/errors/problem'
import { cleanFileName } from '#kernel/http/file-name'
import type { Scope } from '#kernel/tenancy/scope'
import type { ProcessorFile } from '#prisma/client'
import type { UploadBody } from '#services/files/upload-body'
import { type GatewayAccount, getAccount, listAccounts } from './accounts/accounts.queries.ts'
import type { FilePurpose } from './payment-processor.port.ts'
import { callProcessor, type ProcessorTools } from './processors.service.ts'
import { makeRequestKey } from './request-keys.model.ts'

/** A file that a caller sends for the processor. */
export interface SentFile {
  upload: UploadBody | undefined
  /** The name that the request states; undefined for that of the part of a form. */
  name: string | undefined
  /** The Content-Type of the request. */
  contentType: string
  purpose: FilePurpose
}

const TYPES = ['application/pdf', 'image/jpeg', 'image/png']

/** Sends an identity document of an account to the processor. @throws 400, 404, 415, 422 processor-refused, 503. */
export const sendIdentityFile = async (
  scope: Scope,
  tools: ProcessorTools,
  accountUid: string,
  file: SentFile,
): Promise<ProcessorFile> => sendFile(scope, tools, await getAccount(scope, accountUid), file)

/** Sends evidence to the processor. @throws 400, 415, 422 no-account or processor-refused, 503. */
export const sendEvidenceFile = async (scope: Scope, tools: ProcessorTools, file: SentFile): Promise<ProcessorFile> => {
  const [account] = await listAccounts(scope)
  if (!account) throw ruleRefused('no-account', 'The tenant has no payment gateway with an account.')
  return sendFile(scope, tools, account, file)
}

const sendFile = async (
  scope: Scope,
  tools: ProcessorTools,
  account: GatewayAccount,
  { upload, name: stated, contentType: sentType, purpose }: SentFile,
): Promise<ProcessorFile> => {
  const name = cleanFileName(stated ?? upload?.partName ?? '')
  if (!upload || upload.size === 0) throw badInput('', 'must not be empty')
  if (name === '') throw badInput('query:filename', 'is required: the name of the file')
  const { mediaType: contentType, size, path } = upload
  requireType(contentType, sentType)
  const bytes = await readFile(path)
  // A repeat of the request sends the file once.
  const key = makeRequestKey(scope, `file:${purpose}`)
  const state = await callProcessor(scope, tools, account, 'account', (processor) =>
    processor.uploadFile(account.uid, { name, purpose, contentType, bytes, key }),
  )
  const { tenantId, prisma } = scope.db
  const row = { uid: state.uid, name, purpose, contentType, size, createdAt: state.createdAt }
  await prisma.processorFile.createMany({ data: [{ tenantId, ...row }], skipDuplicates: true })
  return prisma.processorFile.findFirstOrThrow({ where: { tenantId, uid: state.uid } })
}

/** Rejects files of other types. The content decides: the sent type must not state another one. */
const requireType = (found: string, sent: string): void => {
  const refused = (detail: string) => new Problem(415, 'unsupported-media-type', detail)
  if (!TYPES.includes(found)) throw refused('The file is not a PDF, JPEG or PNG. Send one of these.')
  const stated = sent.split(';')[0]?.trim().toLowerCase() ?? ''
  if (TYPES.includes(stated) && stated !== found) throw refused(`The content is ${found}, not ${stated}.`)
}
