import type { Cast } from './cast.ts'
import type { DemoTaskTypes } from './task-types.ts'

/** A task of the demonstration. Days are counted from today. */
export interface DemoTask {
  name: string
  description?: string
  /** Kind of a built-in type; To do by default. */
  kind?: '2' | '3' | '4' | '5'
  /** A type that the demonstration adds. */
  type?: keyof DemoTaskTypes
  priority?: '1' | '3' | '4'
  /** Index of the assignee in the staff; no assignee by default. */
  who?: number
  /** The contact that the task is about: a part of the cast, and the index in it. */
  about?: [part: Exclude<keyof Cast, 'staff'>, index: number]
  start?: number
  due?: number
  /** Day of completion. */
  done?: number
  percent?: '25' | '50' | '75'
  hours?: number
  /** Name of the task that must be complete first. */
  after?: string
  subtasks?: DemoSubtask[]
}

export interface DemoSubtask {
  name: string
  who?: number
  due: number
  isDone?: true
}

const FIGURES = 'Collect the figures of the quarter'
const DRAFT = 'Draft the next newsletter'

/** Complete, due today, overdue, due later and without a day, in the order of their creation. */
export const OFFICE_TASKS: readonly DemoTask[] = [
  {
    name: 'Prepare the meeting of the board',
    priority: '3',
    who: 0,
    start: -3,
    due: 4,
    subtasks: [
      { name: 'Send the agenda', who: 0, due: -1, isDone: true },
      { name: 'Book the room', who: 1, due: 0 },
      { name: 'Print the papers', who: 2, due: 3 },
    ],
  },
  { name: FIGURES, who: 2, start: -12, due: -3, percent: '50', hours: 6 },
  {
    name: 'Write the report for the board',
    description: 'Two pages, with the figures of the quarter.',
    who: 0,
    due: 6,
    hours: 4,
    after: FIGURES,
  },
  { name: DRAFT, who: 1, start: -1, due: 3, percent: '25', hours: 5 },
  { name: 'Proofread the newsletter', who: 0, due: 5, hours: 1, after: DRAFT },
  { name: 'Ask for the annual report', kind: '2', who: 1, about: ['chapters', 0], due: 0 },
  { name: 'Visit the chapter', type: 'visit', who: 0, about: ['chapters', 1], due: 9, hours: 3 },
  { name: 'Thank the treasurer', kind: '4', who: 2, about: ['chapters', 2], due: -2, done: -2 },
  { name: 'Check which postal codes the chapter takes', priority: '1', who: 2, about: ['chapters', 0], due: 20 },
  { name: 'Renew the domain of the website', priority: '4', who: 1, due: 0 },
  { name: 'Put the new statutes on the website', priority: '3', who: 1, due: -6 },
  { name: 'Ask whether the membership will be renewed', type: 'renewalCall', who: 2, about: ['renewing', 0], due: -1 },
  { name: 'Ask whether the membership will be renewed', type: 'renewalCall', who: 2, about: ['renewing', 1], due: 0 },
  { name: 'Ask whether the membership will be renewed', type: 'renewalCall', who: 1, about: ['renewing', 2], due: 2 },
  { name: 'Send the forms once more', kind: '4', who: 1, about: ['renewing', 3], due: -8, done: -7 },
  { name: 'Welcome by telephone', kind: '2', who: 0, about: ['newcomers', 0], due: -4, done: -4 },
  { name: 'Welcome by telephone', kind: '2', who: 0, about: ['newcomers', 1], due: 1 },
  { name: 'Ask how the first event was', kind: '5', who: 1, about: ['newcomers', 2], due: 14 },
  { name: 'Order letterhead', priority: '1', who: 2, due: -10, done: -12 },
  { name: 'Reply to the sponsor about the fair', kind: '4', priority: '3', who: 0, due: -1, done: -1 },
  { name: 'Put the invoices of last year into the archive', priority: '1' },
  { name: 'Plan the outing of the staff', due: 30 },
]
