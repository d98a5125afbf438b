import type { ShowProblem } from '#kernel/errors/problem-handler'
import { problemErrorPage } from './error.page.ts'
import { sendPage } from './send-page.ts'
import { wantsPage } from './wants-page.ts'

/** Sends a problem as a page to a browser that opens one. Programs and forms get the document. */
export const showProblem: ShowProblem = (problem, request, reply) =>
  request.method === 'GET' && wantsPage(request)
    ? sendPage(reply, problemErrorPage(problem, request), { status: problem.status })
    : undefined
