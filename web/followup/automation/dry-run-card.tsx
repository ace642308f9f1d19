import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  readAutomation,
  switchRule,
  tryRule,
  type AutomationOverview,
  type DryRun,
  type Met,
  type Rule,
} from '#contract/followup/automation.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Face } from '../../ui/marks/face.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { paths } from '../../routing/paths.ts'
import { failureText } from '../words.ts'
import classes from './automation.module.css'
import { useReason } from './reason.ts'
import { countWords } from './sentences.ts'
import { actWords } from './words.ts'

type DryRunCardProps = {
  rule: Rule
  overview: AutomationOverview
  /** Somebody wants to switch it on: it is tried at once. */
  isAsked: boolean
  onAsk: (person: { id: string; name: string }) => void
}

/** What the rule would have done: before it is switched on, and whenever one wants to know. */
export function DryRunCard({ rule, overview, isAsked, onAsk }: DryRunCardProps) {
  const t = useTexts()
  const failed = (failure: Parameters<typeof failureText>[0]) => void toast.bad(t(failureText(failure)))
  const params = { id: rule.id }
  const isBroken = rule.faults.length > 0
  const trying = useCall(() => call(tryRule, { params }), { refreshes: [readAutomation], failed })
  const switching = useCall(() => call(switchRule, { params, body: { isOn: true, version: rule.version } }), {
    refreshes: [readAutomation],
    done: () => void toast.ok(t('followup.rule.isOnNow', { name: rule.name })),
    failed,
  })
  const place = useRef<HTMLDivElement>(null)
  const answerAsked = useEffectEvent(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
    if (!isBroken) trying.run()
  })
  useEffect(() => {
    if (isAsked) answerAsked()
  }, [isAsked])
  const found = trying.answer?.version === rule.version ? trying.answer : null
  return (
    <Card
      title={t('followup.dryRun.title')}
      aside={<span className="small muted">{t('followup.dryRun.nothing')}</span>}
      padded={false}
    >
      <div className={classes['dry']} role="status" ref={place}>
        {found ? <Figures found={found} onAsk={onAsk} /> : <p className="muted">{t('followup.dryRun.text')}</p>}
      </div>
      <div className={classes['dryFoot']}>
        <span className="small muted num">
          {found &&
            t('followup.dryRun.week', { units: found.unitsAWeek, balance: overview.balance, most: overview.unitsADay })}
        </span>
        <span className="row">
          <Button
            kind={found || rule.isOn ? 'outlined' : 'primary'}
            busy={trying.busy}
            disabled={isBroken}
            onClick={() => trying.run()}
          >
            {t(found ? 'followup.dryRun.again' : 'followup.dryRun.try')}
          </Button>
          {found && !rule.isOn && (
            <Button kind="primary" busy={switching.busy} onClick={() => switching.run()}>
              {t('followup.dryRun.switchOn')}
            </Button>
          )}
        </span>
      </div>
    </Card>
  )
}

type FiguresProps = { found: DryRun; onAsk: DryRunCardProps['onAsk'] }

function Figures({ found, onAsk }: FiguresProps) {
  const t = useTexts()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const done = Object.entries(found.done).filter(([, count]) => count > 0)
  const kinds = done.map(([kind, count]) => t(countWords[kind as 'sms'], { count }))
  const skipped = found.met.filter(({ acts }) => acts.some(({ reason }) => reason !== null))
  return (
    <>
      <p className={classes['headline']}>
        {t('followup.dryRun.headline', {
          people: found.people,
          kinds: kinds.length > 0 ? format.list(kinds) : 'none',
          units: found.units,
          skipped: found.skipped,
        })}{' '}
        {found.people > 0 && (
          <button type="button" className={classes['link']} onClick={() => setOpen(true)}>
            {t('followup.dryRun.see')}
          </button>
        )}
      </p>
      {found.passed > 0 && <p className="small muted">{t('followup.dryRun.passed', { count: found.passed })}</p>}
      {found.isCut && <p className="small muted">{t('followup.dryRun.cut')}</p>}
      {skipped.length > 0 && <People met={skipped.slice(0, 5)} onAsk={onAsk} onlySkipped />}
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('followup.dryRun.title')}>
        <People met={found.met} onAsk={onAsk} />
        {found.met.length < found.people && (
          <p className="small muted">{t('followup.dryRun.first', { count: found.met.length })}</p>
        )}
      </Dialog>
    </>
  )
}

type PeopleProps = { met: readonly Met[]; onAsk: DryRunCardProps['onAsk']; onlySkipped?: boolean }

function People({ met, onAsk, onlySkipped = false }: PeopleProps) {
  const t = useTexts()
  const format = useFormat()
  const reasonOf = useReason()
  const lineOf = ({ acts, at }: Met): string =>
    [
      format.dateTime(at),
      ...acts
        .filter(({ reason }) => !onlySkipped || reason !== null)
        .map(({ kind, ...act }) =>
          act.reason === null
            ? t(actWords[kind])
            : t('followup.dryRun.not', { what: t(actWords[kind]), why: reasonOf(act) }),
        ),
    ].join(' · ')
  return (
    <ul className={classes['people']}>
      {met.map((one) => (
        <li key={one.personId + one.at}>
          <Face firstName={one.name.split(' ')[0] ?? ''} lastName={one.name.split(' ').at(-1) ?? ''} />
          <div>
            <Link className={`strong ${classes['who']}`} to={paths.firstTimer} params={{ personId: one.personId }}>
              {one.name}
            </Link>
            <div className="small muted num">{lineOf(one)}</div>
          </div>
          {onlySkipped && (
            <Button kind="quiet" size="sm" onClick={() => onAsk({ id: one.personId, name: one.name })}>
              {t('followup.dryRun.whyNot')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
