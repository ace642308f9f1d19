import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { readNewcomer, type NewcomerDetail } from '#contract/followup/people.ts'
import { read } from '../../api/queries.ts'
import { useTexts } from '../../languages/index.ts'
import { groupPhone } from '../../languages/phone.ts'
import { paths } from '../../routing/paths.ts'
import { Phone } from '../../ui/marks/phone.tsx'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { PersonWhy } from '../automation/person-why.tsx'
import formClasses from '../form-page.module.css'
import hubClasses from '../hub/hub.module.css'
import { Reach } from '../hub/reach.tsx'
import { nameOf } from '../words.ts'
import { AboutCard } from './about-card.tsx'
import { ActivityLog } from './activity-log.tsx'
import { CareCard } from './care-card.tsx'
import { PathCard } from './path-card.tsx'
import { TasksCard } from './tasks-card.tsx'
import { WriteCard } from './write-card.tsx'

const memberTypeOf = ({ kind }: NewcomerDetail) => (kind === 'first_timer' ? 0 : 1)

/** Everything about somebody who is followed up: where they stand, who looks after them, what is to be done and was. */
export function FirstTimerPage() {
  const t = useTexts()
  const { personId } = useParams({ from: '/tenant/firsttimermanagement/$personId' })
  const hash = useLocation({ select: (location) => location.hash })
  const { data, error, refetch } = useQuery(read(readNewcomer, { params: { id: personId } }))
  const back = { to: paths.followup, label: t('followup.hub.title') }
  if (!data)
    return (
      <>
        <PageHeader title={t('followup.person.title')} back={back} />
        {error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={5} />}
      </>
    )
  const { person } = data
  return (
    <>
      <PageHeader title={nameOf(person)} back={back}>
        <Badge tone="accent">
          {t(data.kind === 'first_timer' ? 'followup.person.firstTimer' : 'followup.person.newConvert')}
        </Badge>{' '}
        {person.phone && <Phone value={groupPhone(person.phone)} />}
      </PageHeader>
      <div className={formClasses['stack']}>
        <Card label={t('followup.person.reach')}>
          <div className={hubClasses['reach']}>
            <Reach
              reached={{
                ...data,
                personId,
                firstName: person.firstName,
                lastName: person.lastName,
                phone: person.phone,
                email: person.email,
                memberType: memberTypeOf(data),
              }}
            />
          </div>
        </Card>
        <PathCard detail={data} />
        <div className={formClasses['board']}>
          <div className={formClasses['stack']}>
            <TasksCard detail={data} />
            <WriteCard key={hash} detail={data} first={hash} />
            <ActivityLog detail={data} />
            <PersonWhy personId={personId} />
          </div>
          <div className={formClasses['stack']}>
            <CareCard detail={data} />
            <AboutCard detail={data} />
          </div>
        </div>
      </div>
    </>
  )
}
