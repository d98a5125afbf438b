import { describe, expect, it } from 'vitest'
import { ownProcessorTime } from '#kernel/threads/processor-time'
import { renderLiquid, TEMPLATE_LIMITS } from '#services/templates/liquid'

/** Blocks without work, as a thread does that does not get the processor. */
const stall = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

describe('the time limit of templates', () => {
  it('does not count the time without the processor against a template', () => {
    const variables = {
      get late() {
        stall(TEMPLATE_LIMITS.render + 50)
        return 'here'
      },
    }
    expect(renderLiquid('Html', '{{ late }}{% assign x = 1 %}{{ x }}', 'text', variables)).toBe('here1')
  })

  it('stops a template that takes the processor', () => {
    const variables = {
      get busy() {
        const end = ownProcessorTime() + TEMPLATE_LIMITS.render
        while (ownProcessorTime() < end);
        return ''
      },
    }
    expect(() => renderLiquid('Html', '{{ busy }}{{ busy }}{{ busy }}', 'text', variables)).toThrow('limit exceeded')
  })
})
