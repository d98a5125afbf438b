import { parseReturnAddress } from '../oauth/authorize-request.ts'
import { Parameters } from '../oauth/parameters.ts'
import type { PagesContext } from '../pages/context.ts'

/** Only an authorization request of this server is a valid return address: others are dropped, against open redirects. */
export const nextOf = (from: Parameters): string | undefined => {
  const next = from.get('next')
  return next !== undefined && /^\/oauth2\/authorize\?[\x21-\x7e]*$/i.test(next) ? next : undefined
}

/** The redirect address of the authorization request, if it is an allowed one. */
export const returnOf = async (context: PagesContext, next: string | undefined): Promise<string | undefined> => {
  if (next === undefined) return undefined
  const query = Object.fromEntries(new URL(next, 'http://localhost').searchParams)
  return parseReturnAddress(context, new Parameters(query)).then(
    ({ redirectUri }) => redirectUri,
    () => undefined,
  )
}
