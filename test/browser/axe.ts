import { appendFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

interface Violation {
  id: string
  impact: string
  nodes: { html: string; failureSummary: string }[]
}

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules of WCAG 2.2 up to level AA, and those of good practice. */
const RUN = `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
  .then(({ violations, passes }) => ({ passes: passes.length, violations: violations.map(({ id, impact, nodes }) => ({ id, impact,
    nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })) })) }))`

/** A run that has looked at a page passes more rules. */
const MIN_PASSES = 10

/** Fails if axe-core finds anything in a page. It runs outside of the page's policy. */
export const expectAccessible = async (page: Page, name: string): Promise<void> => {
  const found = await page.evaluate<{ passes: number; violations: Violation[] }>(`(() => {
    if (!window.axe) { ${await source} }
    return ${RUN}
  })()`)
  expect(found.violations, name).toEqual([])
  expect(found.passes, name).toBeGreaterThan(MIN_PASSES)
  const { VISITED_PAGES: visits } = process.env
  if (visits !== undefined) appendFileSync(visits, `${new URL(page.url()).pathname}\n`)
}
