import { createHash } from 'node:crypto'
import { COLORS } from '#services/pages/style'
import { CHART_STYLE } from './chart-style.ts'
import { FRAME_STYLE } from './frame-style.ts'
import { PART_STYLE } from './part-style.ts'

/** The style sheet of the console, its only resource. */
export const CONSOLE_STYLE = `${COLORS}${FRAME_STYLE}${PART_STYLE}${CHART_STYLE}`

/** Changes with the style sheet, so that browsers can cache each version permanently. No organization has such a key. */
export const CONSOLE_STYLE_PATH = `/console/style-${createHash('sha256').update(CONSOLE_STYLE).digest('hex').slice(0, 12)}.css`
