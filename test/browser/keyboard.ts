import type { CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'

/** A page with more elements is walked to here: those of long lists are alike. */
const MAX_STOPS = 400
/** Fields of dates have a stop for each part. */
const MORE_STOPS = 12

/**
 * Notes the elements that a person can use, and from then on those that get the focus, and whether that is visible: by an outline of
 * the element or of its box, or by the frame of a step in a chart. Of radio buttons, the keyboard stops at one. It runs in the page, and
 * is therefore text.
 */
const OBSERVE = `(() => {
  const ALL = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
  const hasOutline = (one) => one && getComputedStyle(one).outlineStyle !== 'none' && parseFloat(getComputedStyle(one).outlineWidth) > 0
  const isSeen = (one) => hasOutline(one) || hasOutline(one.closest('.choice')) || one.querySelector('.node') !== null
  const isUsed = (one) => one.type !== 'hidden' && !one.disabled && one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true })
  const watch = {
    stops: [...document.querySelectorAll(ALL)].filter((one) => isUsed(one) && one.type !== 'radio'),
    reached: new Set(), unseen: new Set(), before: document.activeElement,
    note: ({ target }) => { watch.reached.add(target); if (!isSeen(target)) watch.unseen.add(target) },
  }
  watch.note({ target: document.activeElement })
  watch.unseen.clear()
  addEventListener('focusin', watch.note)
  window.watch = watch
  return watch.stops.length
})()`

/** Returns what was not reached, and what had no visible focus. The focus is where it was before. */
const RESULT = `(() => {
  const { stops, reached, unseen, before, note } = window.watch
  removeEventListener('focusin', note)
  if (before !== document.activeElement) { if (before === document.body) document.activeElement.blur(); else before.focus() }
  const nameOf = (one) => one.outerHTML.slice(0, 160)
  return { missed: stops.slice(0, ${MAX_STOPS}).filter((one) => !reached.has(one)).map(nameOf), unseen: [...unseen].map(nameOf) }
})()`

const TAB = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** The keys go around Playwright, which would record each as a step. */
const sessionOf = (page: Page): Promise<CDPSession> => {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

/** Fails if the Tab key does not get to every element of a page that a person can use, or its focus is not visible. */
export const expectKeyboard = async (page: Page, name: string): Promise<void> => {
  const stops = await page.evaluate<number>(OBSERVE)
  const session = await sessionOf(page)
  const presses = Array.from({ length: Math.min(stops, MAX_STOPS) + MORE_STOPS }, () =>
    (['rawKeyDown', 'keyUp'] as const).map((type) => session.send('Input.dispatchKeyEvent', { type, ...TAB })),
  )
  await Promise.all(presses.flat())
  const found = await page.evaluate<{ missed: string[]; unseen: string[] }>(RESULT)
  expect(found, `${name} by keyboard`).toEqual({ missed: [], unseen: [] })
}
