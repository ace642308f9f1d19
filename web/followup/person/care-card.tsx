import { changeOwner, convertToMember, updateLeadStatus } from '#contract/followup/existing-clients.ts'
import { readMyDay } from '#contract/followup/day.ts'
import { markVisit, readNewcomer, snoozeNewcomer, type NewcomerDetail } from '#contract/followup/people.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { presentTime } from '../../device/clock.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText, leadWords, nameOf, waitingWords } from '../words.ts'
import classes from './person.module.css'

const NOBODY = ''

function useActs({ person }: NewcomerDetail) {
  const t = useTexts()
  const { timeZone } = useFormat()
  const params = { id: person.id }
  const plan = {
    refreshes: [readNewcomer, readMyDay],
    done: () => void toast.ok(t('followup.hub.saved')),
    failed: (failure: unknown) => void toast.bad(t(failureText(failure))),
  }
  return {
    owner: useCall((ownerID: string) => call(changeOwner, { params, body: { ownerID: ownerID || null } }), plan),
    lead: useCall((status: number) => call(updateLeadStatus, { params, query: { status } }), plan),
    convert: useCall(() => call(convertToMember, { query: { personId: person.id } }), plan),
    wake: useCall(() => call(snoozeNewcomer, { params, body: { until: null } }), plan),
    visit: useCall(() => call(markVisit, { params, body: { day: calendarDay(presentTime(), timeZone) } }), plan),
  }
}

/** Out of the way until a time, and the way back. */
function Snoozed({ until, wake }: { until: string; wake: ReturnType<typeof useActs>['wake'] }) {
  const t = useTexts()
  const format = useFormat()
  return (
    <p className="row between">
      <span>{t('followup.snooze.until', { at: format.shortDateTime(until) })}</span>
      <Button kind="quiet" size="sm" busy={wake.busy} onClick={() => wake.run()}>
        {t('followup.snooze.wake')}
      </Button>
    </p>
  )
}

/** Who looks after them, how it stands, and the step into membership. */
export function CareCard({ detail }: { detail: NewcomerDetail }) {
  const t = useTexts()
  const acts = useActs(detail)
  const { owner, team, leadStatus, person, contactedAfterHours, waitingHours } = detail
  const isKnown = owner === null || team.some(({ id }) => id === owner.id)
  return (
    <Card title={t('followup.person.owner')}>
      <div className={classes['stack']}>
        <SelectField
          label={t('followup.person.handOn')}
          value={owner?.id ?? NOBODY}
          hint={owner?.hasLeft ? t('followup.person.ownerLeft') : undefined}
          onChange={({ currentTarget }) => acts.owner.run(currentTarget.value)}
        >
          <option value={NOBODY}>{t('followup.person.pool')}</option>
          {!isKnown && <option value={owner.id}>{owner.name}</option>}
          {team.map((member) => (
            <option key={member.id} value={member.id} disabled={member.isAway}>
              {member.isAway ? t('followup.person.away', { name: nameOf(member) }) : nameOf(member)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('followup.person.lead')}
          value={leadStatus}
          onChange={({ currentTarget }) => acts.lead.run(Number(currentTarget.value))}
        >
          {leadWords.map((word, status) => (
            <option key={word} value={status}>
              {t(word)}
            </option>
          ))}
        </SelectField>
        {contactedAfterHours !== null && <p>{t('followup.person.reached', { hours: contactedAfterHours })}</p>}
        {waitingHours !== null && <p>{t(...waitingWords(waitingHours))}</p>}
        {detail.snoozedUntil && <Snoozed until={detail.snoozedUntil} wake={acts.wake} />}
        <Button busy={acts.visit.busy} onClick={() => acts.visit.run()}>
          {t('followup.person.wasHere')}
        </Button>
        {person.kind !== 'member' && (
          <Button busy={acts.convert.busy} onClick={() => acts.convert.run()}>
            {t('followup.person.convert')}
          </Button>
        )}
      </div>
    </Card>
  )
}
