import { ownValue } from '#kernel/lookups/own-value'
import type { Element } from './element.ts'
import { STYLE_SHEET } from './style-sheet.ts'

interface Rule {
  /** The class of an ancestor or of the element's own table; undefined: anywhere. */
  within: string | undefined
  tag: string | undefined
  className: string | undefined
  declarations: readonly [string, string][]
}

const ruleOf = ([selector, declarations]: [string, Readonly<Record<string, string>>]): Rule => {
  const [last = '', ancestor] = selector.split(' ').reverse()
  return {
    within: ancestor?.slice(1),
    tag: last.startsWith('.') ? undefined : last,
    className: last.startsWith('.') ? last.slice(1) : undefined,
    declarations: Object.entries(declarations),
  }
}

const RULES = Object.entries(STYLE_SHEET).map(ruleOf)

/**
 * Returns what applies to an element: the style sheet, its attributes, then its own style.
 *
 * @param around the classes of its ancestors.
 */
export const declarationsOf = (element: Element, around: ReadonlySet<string>): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const rules = RULES.filter((rule) => applies(rule, element, around)).flatMap(({ declarations }) => declarations)
  const attributes = ATTRIBUTES.flatMap(([attribute, property]): [string, string][] => {
    const value = ownValue(element.attributes, attribute)
    return value ? [[property, value]] : []
  })
  for (const [property, value] of [...rules, ...attributes, ...ownStyle(element)]) {
    // A shorthand replaces its sides.
    if (SHORTHANDS.has(property)) for (const side of SIDES) found.delete(`${property}-${side}`)
    found.set(property, value)
  }
  return found
}

const applies = ({ within, tag, className }: Rule, element: Element, around: ReadonlySet<string>): boolean =>
  (within === undefined || around.has(within)) &&
  (tag === undefined || tag === element.tag) &&
  (className === undefined || element.classes.includes(className))

const SHORTHANDS = new Set(['margin', 'padding', 'border'])

export const SIDES = ['top', 'right', 'bottom', 'left'] as const

const ATTRIBUTES: readonly [string, string][] = [
  ['align', 'text-align'],
  ['valign', 'vertical-align'],
  ['width', 'width'],
  ['height', 'height'],
  ['bgcolor', 'background-color'],
]

const ownStyle = ({ attributes }: Element): [string, string][] =>
  (attributes.style ?? '').split(';').flatMap((declaration): [string, string][] => {
    const at = declaration.indexOf(':')
    return at < 0 ? [] : [[declaration.slice(0, at).trim().toLowerCase(), declaration.slice(at + 1).trim()]]
  })
