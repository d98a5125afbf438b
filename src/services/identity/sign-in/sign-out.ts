import type { FastifyRequest } from 'fastify'
import type { PagesContext } from '../pages/context.ts'
import { isOwnForm, isSentFromHere } from './forms.ts'

/**
 * Returns whether a form can end the session of its browser: it is of this session, or it is from a page of this server
 * that was opened before the last sign-in. Then the person wants to sign out, too.
 */
export const canSignOut = (
  context: Pick<PagesContext, 'issuer'>,
  request: FastifyRequest,
  token: string,
  sent: string | undefined,
): boolean => isOwnForm(token, sent) || isSentFromHere(request, context.issuer(request))
