import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderLiquid, TEMPLATE_LIMITS } from '#services/templates/liquid'
import { TemplateFault } from '#services/templates/template-fault'

afterEach(() => vi.restoreAllMocks())

/** Advances the clock by this number of milliseconds at each read, as on a slow or busy machine. */
const slowClock = (step: number) => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += step
    return now
  })
}
const TEN = Array.from({ length: 10 }, (_, n) => n)
const TEXT = 'Dear reader,\n{% for a in ten %}{{ a }}{% endfor %}'
const render = () => renderLiquid('Html', TEXT, 'html', { ten: TEN })

describe('a template that is slow', () => {
  it('is rendered within the time limit', () => {
    slowClock(TEMPLATE_LIMITS.render / 100)
    expect(render()).toBe('Dear reader,\n0123456789')
  })

  it('is rendered again with more time if other work of the machine took the time', () => {
    slowClock(TEMPLATE_LIMITS.render / 5)
    expect(render()).toBe('Dear reader,\n0123456789')
  })

  it('is stopped in real time as well if it produces no output', () => {
    const list = Array.from({ length: 1000 }, (_, n) => n)
    const text =
      '{% for a in l %}{% for b in l %}{% for c in l %}{% if a == b %}{% endif %}{% endfor %}{% endfor %}{% endfor %}'
    const began = performance.now()
    expect(() => renderLiquid('Html', text, 'html', { l: list })).toThrow(TemplateFault)
    expect(performance.now() - began).toBeLessThan(20 * TEMPLATE_LIMITS.render)
  })
})
