import { declarationsOf } from '../style/cascade.ts'
import type { Element } from '../style/element.ts'
import { type BoxStyle, boxStyleOf, type TextStyle, textStyleOf } from '../style/styles.ts'

/** What surrounds an element. */
export interface Surroundings {
  style: TextStyle
  /** The classes of the ancestors. */
  classes: ReadonlySet<string>
  link: string | undefined
}

export interface Styled {
  element: Element
  inside: Surroundings
  box: BoxStyle
}

export const styled = (element: Element, around: Surroundings): Styled => {
  const declared = declarationsOf(element, around.classes)
  const style = textStyleOf(around.style, declared)
  const classes = element.classes.length === 0 ? around.classes : new Set([...around.classes, ...element.classes])
  const link = element.tag === 'a' ? element.attributes.href : around.link
  return { element, inside: { style, classes, link }, box: boxStyleOf(declared, style.fontSize) }
}
