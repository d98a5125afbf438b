import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { operations, type PayprocFile } from '#contract/finance/payment-processor'
import { serve } from '#kernel/http/serve'
import type { ProcessorFile } from '#prisma/client'
import { acceptUploads, uploadOf } from '#services/files/upload-body'
import { sendEvidenceFile, sendIdentityFile } from './processor-files.service.ts'

const presentFile = ({ uid, name, purpose, contentType, size, createdAt }: ProcessorFile): PayprocFile => ({
  FileId: uid,
  FileName: name,
  Purpose: purpose,
  ContentType: contentType,
  Size: size,
  CreatedDate: createdAt.toISOString(),
})

const MIB = 1_048_576
const MAX_IDENTITY_BYTES = 10 * MIB
const MAX_EVIDENCE_BYTES = 5 * MIB

/** In plugins of their own, because their bodies are files, each with its own limit. */
export const processorFiles: FastifyPluginAsync = async (app) => {
  await app.register(identityFiles)
  await app.register(evidenceFiles)
}

const identityFiles: FastifyPluginAsync = async (app) => {
  acceptUploads(app, () => ({ folder: app.files.uploads.folder, limit: MAX_IDENTITY_BYTES }))

  serve(app, operations.uploadIdentityFile, async (request) => {
    const { scope, params, query } = request
    const sent = { ...sentIn(request), name: query.filename, purpose: query.purpose ?? 'identity_document' }
    return presentFile(await sendIdentityFile(scope, app.processorTools, params.accountid, sent))
  })
}

const evidenceFiles: FastifyPluginAsync = async (app) => {
  acceptUploads(app, () => ({ folder: app.files.uploads.folder, limit: MAX_EVIDENCE_BYTES }))

  serve(app, operations.uploadDisputeEvidenceFile, async (request) => {
    const sent = { ...sentIn(request), name: request.query.filename, purpose: 'dispute_evidence' as const }
    return presentFile(await sendEvidenceFile(request.scope, app.processorTools, sent))
  })
}

const sentIn = (request: FastifyRequest) => ({
  upload: uploadOf(request),
  contentType: request.headers['content-type'] ?? '',
})
