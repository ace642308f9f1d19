import { useState } from 'react'
import { readAutomation, setUnitsADay, type AutomationOverview } from '#contract/followup/automation.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../words.ts'
import classes from './automation.module.css'

/** How much all rules together may spend a day: no rule empties a church's units by accident. */
export function UnitsCard({ overview: { unitsADay, unitsToday, mayChange } }: { overview: AutomationOverview }) {
  const t = useTexts()
  const [typed, setTyped] = useState(`${unitsADay}`)
  const saving = useCall((units: number) => call(setUnitsADay, { body: { unitsADay: units } }), {
    refreshes: [readAutomation],
    done: () => void toast.ok(t('followup.rule.saved')),
    failed: (failure) => void toast.bad(t(failureText(failure))),
  })
  return (
    <Card title={t('followup.rule.cap')}>
      <form
        className={classes['cap']}
        onSubmit={(event) => {
          event.preventDefault()
          saving.run(Number(typed))
        }}
      >
        <TextField
          label={t('followup.rule.capLabel')}
          hint={t('followup.rule.capHint', { units: unitsToday })}
          type="number"
          inputMode="numeric"
          required
          min={0}
          max={1_000_000}
          disabled={!mayChange}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {mayChange && typed !== `${unitsADay}` && (
          <Button type="submit" busy={saving.busy}>
            {t('followup.rule.save')}
          </Button>
        )}
      </form>
    </Card>
  )
}
