import { addRule, explainPerson, listActs, readAutomation, switchRule, tryRule } from '#contract/followup/automation.ts'
import type { Action, Definition } from '#contract/followup/automation-rules.ts'
import { addNewcomer, markVisit } from '#contract/followup/people.ts'
import { login } from '#contract/identity/session.ts'
import { runAutomation } from '../followup/automation/index.ts'
import { dayIn } from '../platform/runtime/index.ts'
import type { Church } from './build-church.ts'
import { guest } from './rich-followup.ts'
import type { TestApp } from './start-app.ts'

export const text: Action = { act: 'sms', after: 0, senderId: 'GRACECHAPEL', text: 'Welcome #name#' }
export const task: Action = {
  act: 'task',
  after: 0,
  instructions: 'Call and ask how it was',
  ownerId: null,
  dueDays: 1,
  reminder: null,
}
export const welcome: Definition = {
  trigger: { kind: 'first_visit' },
  conditions: [],
  actions: [text],
  repeat: 'once',
}

/** Rules of a church as its staff makes and reads them, over HTTP. */
export function automationDesk(app: TestApp, church: Church) {
  let token = church.admin.token
  const as = () => ({ token })
  const today = () => dayIn('Africa/Lagos', app.clock.now())
  let names = 0
  const add = async (part: Partial<Definition> = {}) => {
    const body = { name: `Rule ${(names += 1)}`, definition: { ...welcome, ...part } }
    return app.call(addRule, { body }, as())
  }
  const dryRun = async (id: string) => (await app.call(tryRule, { params: { id } }, as())).body
  const turn = (id: string, isOn: boolean, version = 1) =>
    app.call(switchRule, { params: { id }, body: { isOn, version } }, as())
  return {
    as,
    add,
    dryRun,
    turn,
    /** A rule that is tried and on. */
    alive: async (part: Partial<Definition> = {}) => {
      const { id } = (await add(part)).body
      await dryRun(id)
      await turn(id, true)
      return id
    },
    enter: async (more: Partial<Parameters<typeof app.call<typeof addNewcomer>>[1]['body']> = {}) =>
      (await app.call(addNewcomer, { body: { ...guest, joinedOn: today(), ...more } }, as())).body.id,
    cameToday: (id: string) => app.call(markVisit, { params: { id }, body: { day: today() } }, as()),
    work: () => runAutomation(app.server.context),
    workWith: (context: TestApp['server']['context']) => runAutomation(context),
    overview: async () => (await app.call(readAutomation, {}, as())).body,
    ruleOf: async (id: string) => {
      const { rules } = (await app.call(readAutomation, {}, as())).body
      const rule = rules.find((one) => one.id === id)
      if (!rule) throw new Error('No such rule')
      return rule
    },
    acts: async (rule: string) => (await app.call(listActs, { query: { rule } }, as())).body.items,
    why: async (personId: string, rule: string) => {
      const { body } = await app.call(explainPerson, { params: { id: personId } }, as())
      return body.rules.find(({ ruleId }) => ruleId === rule)
    },
    /** Later, with a new session. */
    later: async (hours: number) => {
      app.clock.advance(hours * 3_600_000)
      const { email: userName, password } = church.admin
      token = (await app.call(login, { body: { userName, password } })).body.token
    },
  }
}
