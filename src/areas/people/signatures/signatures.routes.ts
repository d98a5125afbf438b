import type { FastifyPluginAsync } from 'fastify'
import { operations, type SignatureFilterInput } from '#contract/people/signatures'
import { actorDisplayName } from '#kernel/auth/actor-display'
import { JsonText, serve } from '#kernel/http/serve'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import { inputOfFields, readOptions } from '#kernel/listing/input'
import { presentChoice, presentDialog, presentListItem, presentSignature } from './signatures.presenter.ts'
import { getSignature, listSignatures, pageOfSignatures } from './signatures.queries.ts'
import { changeSignature, createSignature, deleteSignature } from './signatures.service.ts'

/** The shape of `options`, as the contract names it. */
const FILTER = { $ref: 'SignatureFilter#' }

/** A login's own mail signatures. */
export const signatures: FastifyPluginAsync = async (app) => {
  serve(app, operations.getSignature, async ({ scope, params }, reply) => {
    const signature = await getSignature(scope, params.signatureid)
    sendVersion(reply, signature.auditId)
    return presentSignature(signature)
  })

  serve(app, operations.saveSignature, async (request, reply) => {
    const { scope, params, body } = request
    const signature =
      params.signatureid === 0
        ? await createSignature(scope, body)
        : await changeSignature(scope, params.signatureid, body, expectedIfMatch(request))
    sendVersion(reply, signature.auditId)
    return presentListItem(signature, await actorDisplayName(scope))
  })

  serve(app, operations.deleteSignature, async (request) => {
    await deleteSignature(request.scope, request.params.signatureid, expectedIfMatch(request))
    return {}
  })

  serve(app, operations.listCurrentUserSignatures, async ({ scope }) =>
    (await listSignatures(scope)).map(presentSignature),
  )

  serve(app, operations.listSignatures, async (request) => {
    const { scope, query } = request
    const filter = readOptions<SignatureFilterInput>(request, query.options, FILTER)
    const user = await actorDisplayName(scope)
    return new JsonText(await pageOfSignatures(scope, inputOfFields(filter, 'query:options/'), user))
  })

  serve(app, operations.lookupSignatures, async ({ scope }) => (await listSignatures(scope)).map(presentChoice))

  serve(app, operations.getManageSignatureDialog, async ({ scope }) =>
    presentDialog(await listSignatures(scope), await actorDisplayName(scope)),
  )
}
