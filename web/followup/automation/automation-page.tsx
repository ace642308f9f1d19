import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { readAutomation, switchRule, type AutomationOverview, type Rule } from '#contract/followup/automation.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../words.ts'
import { ActsCard } from './acts-card.tsx'
import classes from './automation.module.css'
import { DryRunCard } from './dry-run-card.tsx'
import { Explanation } from './explanation.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { RuleList } from './rule-list.tsx'
import { UnitsCard } from './units-card.tsx'
import { WhyCard } from './why-card.tsx'

type Person = { id: string; name: string }

function Waiting({ overview: { waiting, unitsADay } }: { overview: AutomationOverview }) {
  const t = useTexts()
  return (
    <>
      {waiting.units > 0 && (
        <Note
          tone="warn"
          action={
            <ButtonLink to={paths.units} size="sm">
              {t('followup.rule.buyUnits')}
            </ButtonLink>
          }
        >
          {t('followup.rule.waitUnits', { count: waiting.units })}
        </Note>
      )}
      {waiting.dailyCap > 0 && (
        <Note tone="warn">{t('followup.rule.waitCap', { count: waiting.dailyCap, most: unitsADay })}</Note>
      )}
    </>
  )
}

/** One that is switched off goes off at once; to switch one on, its dry run is shown first. */
function useSwitchingOff() {
  const t = useTexts()
  return useCall(({ id, version }: Rule) => call(switchRule, { params: { id }, body: { isOn: false, version } }), {
    refreshes: [readAutomation],
    failed: (failure) => void toast.bad(t(failureText(failure))),
  })
}

/** Where the rule stands below the list, as on phones, whoever chose it is brought there. */
function useBringing() {
  const shown = useRef<HTMLDivElement>(null)
  const bring = () => {
    const stack = shown.current
    const list = stack?.previousElementSibling
    if (!stack || !list) return
    const isBelow = stack.getBoundingClientRect().top > list.getBoundingClientRect().top
    if (isBelow) requestAnimationFrame(() => stack.scrollIntoView({ block: 'start' }))
  }
  return { shown, bring }
}

function Board({ overview }: { overview: AutomationOverview }) {
  const t = useTexts()
  const { rules, choices, mayChange } = overview
  const [chosenId, setChosen] = useState<string | null>(rules[0]?.id ?? null)
  const [toTry, setToTry] = useState<string | null>(null)
  const [asked, setAsked] = useState<Person | null>(null)
  const { shown, bring } = useBringing()
  const switchingOff = useSwitchingOff()
  const chosen = rules.find(({ id }) => id === chosenId) ?? null
  const isNew = chosenId === 'new'
  const choose = (id: string) => {
    setToTry(null)
    setChosen(id)
    bring()
  }
  const onSwitch = (rule: Rule, isOn: boolean) => {
    if (!isOn) return switchingOff.run(rule)
    setChosen(rule.id)
    setToTry(rule.id)
  }
  const add = mayChange && (
    <Button icon={IconPlus} kind={rules.length === 0 ? 'primary' : 'outlined'} onClick={() => choose('new')}>
      {t('followup.rule.add')}
    </Button>
  )
  return (
    <>
      <Head overview={overview}>{rules.length > 0 && add}</Head>
      <Waiting overview={overview} />
      {rules.length === 0 && !isNew ? (
        <Card label={t('followup.rule.rules')} padded={false}>
          <Empty title={t('followup.rule.none')} action={add}>
            {t('followup.rule.noneText')}
          </Empty>
        </Card>
      ) : (
        <div className={classes['board']}>
          {rules.length > 0 && (
            <Card label={t('followup.rule.rules')} padded={false}>
              <RuleList
                {...{ rules, mayChange, onSwitch }}
                chosen={chosen?.id ?? null}
                busy={switchingOff.busy}
                onChoose={choose}
              />
            </Card>
          )}
          <div className={classes['stack']} ref={shown}>
            {(chosen ?? isNew) && (
              <RuleEditor
                key={chosen ? `${chosen.id} ${chosen.version}` : 'new'}
                rule={chosen}
                {...{ choices, mayChange }}
                onSaved={setChosen}
                onGone={() => setChosen(null)}
              >
                {chosen && mayChange && (
                  <DryRunCard
                    key={`try ${chosen.id} ${toTry === chosen.id}`}
                    rule={chosen}
                    overview={overview}
                    isAsked={toTry === chosen.id}
                    onAsk={setAsked}
                  />
                )}
              </RuleEditor>
            )}
            {!isNew && <ActsCard rule={chosen?.id} choices={choices} />}
          </div>
          <div className={classes['more']}>
            <WhyCard onAsk={setAsked} />
            <UnitsCard key={overview.unitsADay} overview={overview} />
          </div>
        </div>
      )}
      <Dialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={t('followup.why.of', { name: asked?.name ?? '' })}
      >
        {asked && <Explanation personId={asked.id} rule={chosen?.id ?? null} />}
      </Dialog>
    </>
  )
}

/** The title, and what the rules did lately once there are some. */
function Head({ overview, children }: { overview: AutomationOverview | undefined; children?: ReactNode }) {
  const t = useTexts()
  const { rules } = overview ?? { rules: [] }
  const on = rules.filter(({ isOn }) => isOn).length
  const acts = rules.reduce((sum, rule) => sum + rule.actsThisWeek, 0)
  return (
    <PageHeader
      title={t('followup.rule.pageTitle')}
      back={{ to: paths.followup, label: t('followup.hub.title') }}
      actions={children}
    >
      {rules.length > 0 && t('followup.rule.line', { rules: rules.length, on, acts })}
    </PageHeader>
  )
}

/** Rules of the follow-up: what they do by themselves, what it costs, and why or why not. */
export function AutomationPage() {
  const t = useTexts()
  const { data, error, refetch } = useQuery(read(readAutomation, {}))
  if (data) return <Board overview={data} />
  return (
    <>
      <Head overview={data} />
      <Card label={t('followup.rule.pageTitle')} padded={false}>
        {error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={5} />}
      </Card>
    </>
  )
}
