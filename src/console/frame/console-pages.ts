import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SentFile } from '#kernel/http/call-operation'
import type { StaffRequest } from '#kernel/identity/staff-pages'
import { FormValues } from '#kernel/pages/form-values'
import { keepNotice, type Notice, takeNotice } from '#kernel/pages/notice'
import { sendPage } from '#kernel/pages/send-page'
import { type Frame, framedPage } from './layout.ts'
import { noAccessPage } from './no-access.page.ts'
import { refusalView } from './refusal.page.ts'
import { problemText, Refused } from './refused.ts'
import { withReturn } from './return-query.ts'
import { addressOf, type ConsoleUser, consoleUser } from './user.ts'
import type { Outcome, View } from './view.ts'

/** The parameters of a path. */
export type PathParams = Readonly<Record<string, string>>

export interface PageOptions {
  /** The path after the organization, with parameters. */
  path: string
  /** The path of the section that the menu marks. */
  section: string
}

export interface ActionOptions {
  path: string
  /** Where the user continues if the operation is rejected: a path after the organization. */
  back(params: PathParams): string
}

/** A file of the console. Its name has only letters, digits, hyphens and a point. */
export interface SavedFile {
  name: string
  type: string
  content: string
}

type Show = (user: ConsoleUser, request: { params: PathParams; query: FormValues }) => Promise<View>
type Perform<Result> = (user: ConsoleUser, form: FormValues, params: PathParams) => Promise<Result>

/** Registers pages and forms of the console: each is for a signed-in user in one organization. */
export class ConsolePages {
  readonly #app: FastifyInstance
  readonly #isSecure: (request: FastifyRequest) => boolean

  /** @param isSecure whether the browser of a request uses https. */
  constructor(app: FastifyInstance, isSecure: (request: FastifyRequest) => boolean) {
    this.#app = app
    this.#isSecure = isSecure
  }

  /** Adds a page. A rejected operation becomes a page that says why. */
  page({ path, section }: PageOptions, show: Show): void {
    this.#app.get(
      urlOf(path),
      PUBLIC,
      this.#forUser(async (user, { request, reply }) => {
        const notice = takeNotice(request, reply, this.#isSecure(request))
        const found = { params: paramsOf(request), query: new FormValues(request.query) }
        const view = await show(user, found).catch(viewOfRefusal)
        return sendView(reply, { user, section, notice }, view)
      }),
    )
  }

  /** Adds a file to save. */
  file(path: string, read: (user: ConsoleUser, params: PathParams) => Promise<SavedFile>): void {
    this.#app.get(
      urlOf(path),
      PUBLIC,
      this.#forUser(async (user, { request, reply }) => {
        try {
          const { name, type, content } = await read(user, paramsOf(request))
          reply.headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${name}"` })
          return reply.type(type).send(content)
        } catch (error) {
          return sendView(reply, { user, section: '', notice: undefined }, viewOfRefusal(error))
        }
      }),
    )
  }

  /** Adds a form that changes something. The page that follows shows the result, so that a reload repeats nothing. */
  action({ path, back }: ActionOptions, perform: Perform<Outcome>): void {
    this.#app.post(
      urlOf(path),
      PUBLIC,
      this.#forUser(async (user, { request, reply, form }) => {
        const params = paramsOf(request)
        const done = async (): Promise<Notice & { path: string }> => {
          const { path: to, notice } = await perform(user, form, params)
          return { kind: 'done', path: to, text: notice }
        }
        const { path: to, ...notice } = await done().catch((error) => ({
          path: back(params),
          ...noticeOfRefusal(error),
        }))
        return this.#continue(user, { request, reply }, withReturn(to, form), notice)
      }),
    )
  }

  /** Adds a form with a file, which the operation reads as it arrives. */
  upload({ path, back }: ActionOptions, perform: (user: ConsoleUser, file: SentFile) => Promise<Outcome>): void {
    this.#app.post(
      urlOf(path),
      { config: { isPublic: true, isUpload: true } },
      this.#forUser(async (user, { request, reply }) => {
        const file = { type: request.headers['content-type'] ?? '', stream: request.body as Readable }
        try {
          const { path: to, notice: text } = await perform(user, file)
          return this.#continue(user, { request, reply }, to, { kind: 'done', text })
        } catch (error) {
          return this.#continue(user, { request, reply }, back(paramsOf(request)), noticeOfRefusal(error))
        }
      }),
    )
  }

  /** Adds a form whose result is shown only once, such as a new key. */
  secret({ path, back, section }: ActionOptions & { section: string }, perform: Perform<View>): void {
    this.#app.post(
      urlOf(path),
      PUBLIC,
      this.#forUser(async (user, { request, reply, form }) => {
        const params = paramsOf(request)
        try {
          return sendView(reply, { user, section, notice: undefined }, await perform(user, form, params))
        } catch (error) {
          return this.#continue(user, { request, reply }, back(params), noticeOfRefusal(error))
        }
      }),
    )
  }

  #continue(
    { tenant }: ConsoleUser,
    { request, reply }: Pick<StaffRequest, 'request' | 'reply'>,
    path: string,
    notice: Notice,
  ): FastifyReply {
    keepNotice(reply, this.#isSecure(request), notice)
    return reply.redirect(addressOf(tenant.key, path), 303)
  }

  #forUser(handle: (user: ConsoleUser, asked: StaffRequest) => Promise<FastifyReply>) {
    return this.#app.staffPage(async (asked) => {
      const { tenant } = paramsOf(asked.request)
      const seat = asked.seats.find(({ tenantKey }) => tenantKey === tenant)
      if (!seat) return sendPage(asked.reply, noAccessPage(), { status: 404 })
      return handle(consoleUser(asked, seat), asked)
    })
  }
}

const PUBLIC = { config: { isPublic: true } } as const

const urlOf = (path: string): string => `/console/:tenant${path}`

const paramsOf = ({ params }: FastifyRequest): PathParams => params as Record<string, string>

const sendView = (reply: FastifyReply, frame: Frame, view: View): FastifyReply =>
  sendPage(reply, framedPage(frame, view), { status: view.status ?? 200 })

const viewOfRefusal = (error: unknown): View => {
  if (error instanceof Refused) return refusalView(error.problem)
  throw error
}

const noticeOfRefusal = (error: unknown): Notice => {
  if (error instanceof Refused) return { kind: 'refused', text: problemText(error.problem) }
  throw error
}
