import { fastifyCookie } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { PageCallers } from '#services/auth/page-callers'
import { clientOf, cookiesOf, type PagesContext } from '../pages/context.ts'
import { memberPaths } from '../pages/member-paths.ts'
import { formToken, isOwnForm } from '../sign-in/forms.ts'
import { isPageOfMembers, withNext } from '../sign-in/next-page.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The members that are signed in, for the pages of areas. */
    readonly memberVisits: MemberVisits
  }
}

/** A signed-in member that visits a page of its organization. */
export interface MemberVisit {
  displayName: string
  /** The field `form` of every form of the page. */
  formToken: string
  /** Returns whether a form was made for this session. A form of another site was not. */
  isOwnForm(sent: string | undefined): boolean
  /** Runs `work` with a bearer token that identifies the member until the work ends. */
  lend<T>(work: (token: string) => Promise<T>): Promise<T>
}

/** The members that are signed in. */
export interface MemberVisits {
  /** Finds the member of a tenant that is signed in in the browser; undefined if there is none. */
  find(request: FastifyRequest, tenantId: number): Promise<MemberVisit | undefined>
  /**
   * Returns the address of the page at which a member signs in and returns to a page; null if members cannot sign in at this
   * server.
   */
  signInPath(tenantKey: string, page: string): string | null
}

/** @param isOpen whether the pages to sign in are served. */
export const openMemberVisits = (context: PagesContext, pages: PageCallers, isOpen: boolean): MemberVisits => ({
  find: async (request, tenantId) => {
    const sent = request.headers.cookie
    const token = sent === undefined ? undefined : fastifyCookie.parse(sent)[cookiesOf(context, request).member]
    if (token === undefined) return undefined
    const session = await context.memberSessions.find(token, tenantId, clientOf(request), context.clock.now())
    if (!session) return undefined
    const { member, startedAt } = session
    return {
      displayName: member.displayName,
      formToken: formToken(token),
      isOwnForm: (form) => isOwnForm(token, form),
      lend: (work) => pages.lend({ tenantId, memberId: member.id, since: startedAt }, work),
    }
  },
  signInPath: (tenantKey, page) =>
    isOpen ? withNext(memberPaths(tenantKey).signIn, isPageOfMembers(page, tenantKey) ? page : undefined) : null,
})
