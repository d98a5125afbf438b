import { Liquid, LiquidError, type Template } from 'liquidjs'
import { Problem, unavailable } from '#kernel/errors/problem'
import { writtenAmount } from '#kernel/money/written-amount'
import { ownProcessorTime } from '#kernel/threads/processor-time'
import { escapeHtml } from '../html/escape-html.ts'
import { isRenderLimit, TemplateFault, type TemplatePart } from './template-fault.ts'

/** The limits of one rendering: characters parsed, milliseconds, objects made, characters written. */
export const TEMPLATE_LIMITS = { parse: 200_000, render: 500, memory: 500_000, output: 400_000 } as const

/** Tags that read other templates: a mail is one text in one layout, and there are no files. */
const NO_TAGS = ['include', 'render', 'layout', 'block']

const NO_FILES = {
  exists: async () => false,
  existsSync: () => false,
  readFile: () => Promise.reject(new Error('There are no files here')),
  readFileSync: () => {
    throw new Error('There are no files here')
  },
  resolve: (_folder: string, file: string) => file,
}

const ESCAPING: Record<string, (value: unknown) => string> = {
  escape: escapeHtml,
  escape_once: escapeHtml,
  newline_to_br: (value) => escapeHtml(value).replace(/\r?\n/g, '<br>'),
}

/** The filters of amounts: `| money: "EUR"` with the currency, `| amount` without it. */
const AMOUNTS: Record<string, (value: unknown, currency?: unknown) => string> = {
  money: (value, currency) => {
    const code = String(currency ?? '').toUpperCase()
    return formatted(value, /^[A-Z]{3}$/.test(code) ? code : '')
  },
  amount: (value) => formatted(value),
}

const formatted = (value: unknown, currency = ''): string => {
  const number = value === null || value === undefined || value === '' ? Number.NaN : Number(value)
  if (!Number.isFinite(number)) return ''
  return writtenAmount(number, currency)
}

const engine = (isEscaping: boolean): Liquid => {
  const liquid = new Liquid({
    strictFilters: true,
    ownPropertyOnly: true,
    // Days without a time are independent of the server's zone.
    timezoneOffset: 0,
    fs: NO_FILES,
    relativeReference: false,
    parseLimit: TEMPLATE_LIMITS.parse,
    renderLimit: TEMPLATE_LIMITS.render,
    memoryLimit: TEMPLATE_LIMITS.memory,
    ...(isEscaping && { outputEscape: 'escape' as const }),
  })
  for (const tag of NO_TAGS) delete liquid.tags[tag]
  for (const [name, filter] of Object.entries(AMOUNTS)) liquid.registerFilter(name, filter)
  // Values are always escaped: a template that also uses this filter must not escape them twice.
  if (isEscaping)
    for (const [name, handler] of Object.entries(ESCAPING)) liquid.registerFilter(name, { raw: true, handler })
  return liquid
}

const engines = { html: engine(true), text: engine(false) }

/** The output of values: escaped for HTML unless the template uses `raw`, or unchanged. */
export type Writing = keyof typeof engines

/** Parsed templates by output and text, since a nightly run renders thousands of mails by one. */
const parsed = new Map<string, Template[]>()
const MAX_PARSED = 200

const parse = (text: string, writing: Writing): Template[] => {
  const key = `${writing}:${text}`
  const known = parsed.get(key)
  if (known) return known
  const made = engines[writing].parse(text)
  if (parsed.size >= MAX_PARSED) parsed.clear()
  parsed.set(key, made)
  return made
}

/**
 * Renders a template.
 *
 * @param part its name in an error.
 * @throws TemplateFault if it cannot be parsed, exceeds a limit, or uses an unknown filter or tag.
 */
export const renderLiquid = (part: TemplatePart, text: string, writing: Writing, variables: object): string => {
  try {
    const made = renderParsed(parse(text, writing), writing, variables)
    if (made.length > TEMPLATE_LIMITS.output)
      throw new TemplateFault(part, `writes more than ${TEMPLATE_LIMITS.output} characters`)
    return made
  } catch (error) {
    throw error instanceof TemplateFault || error instanceof Problem ? error : faultOf(part, error as Error)
  }
}

/** The time that a template may take whose first rendering did not get the processor. */
const BUSY_RENDER_MS = 10 * TEMPLATE_LIMITS.render

/**
 * Renders within the limit. The library counts the time that passes, also while other programs have the processor: a rendering that
 * was stopped before it had its share is repeated with more time. @throws 503 if that was not enough either
 */
const renderParsed = (template: Template[], writing: Writing, variables: object): string => {
  for (const renderLimit of [TEMPLATE_LIMITS.render, BUSY_RENDER_MS]) {
    const start = ownProcessorTime()
    try {
      return String(engines[writing].renderSync(template, variables, { renderLimit }))
    } catch (error) {
      const isByLoad = isRenderLimit(error) && ownProcessorTime() - start < TEMPLATE_LIMITS.render / 2
      if (!isByLoad) throw error
    }
  }
  throw unavailable('The server is too busy to render the template. Try again later.')
}

/** Parses a template without rendering it. @throws TemplateFault */
export const checkLiquid = (part: TemplatePart, text: string, writing: Writing): TemplateFault | null => {
  try {
    engines[writing].parse(text)
    return null
  } catch (error) {
    return faultOf(part, error as Error)
  }
}

/** Lists the variables that a template uses and that do not exist: `membership.ens_on`. */
export const listUnknownVariables = (text: string, known: readonly string[]): string[] => {
  const used = engines.text.globalFullVariablesSync(text).map((name) => name.replace(/\.(?:size|first|last)$/, ''))
  return used.filter((name) => !known.some((there) => there === name || there.startsWith(`${name}.`)))
}

/** The library's message when a loop or a text needs too much memory. */
const MEMORY_LIMIT = 'memory alloc limit exceeded'

const faultOf = (part: TemplatePart, error: Error): TemplateFault => {
  const message = (LiquidError.is(error) && error.originalError?.message) || error.message
  const what = message.includes(MEMORY_LIMIT) ? 'a loop or a text is too long' : message
  const [line, column] = LiquidError.is(error) ? (error.token.getPosition?.() ?? [1, 1]) : [1, 1]
  return new TemplateFault(
    part,
    what
      .split('\n')[0]
      ?.replace(/, line:\d+, col:\d+$/, '')
      .slice(0, 300) ?? '',
    line,
    column,
  )
}
