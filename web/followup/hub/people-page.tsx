import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readTeam } from '#contract/followup/day.ts'
import { listNewcomers, removeNewcomer, type NewcomerRow } from '#contract/followup/people.ts'
import { call } from '../../api/call.ts'
import { keyOf, read } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts, type Translate } from '../../languages/index.ts'
import { groupPhone } from '../../languages/phone.ts'
import { idIn, listFilter } from '../../lists/list-filter.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { paths } from '../../routing/paths.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { MenuItem, type Columns } from '../../ui/data-table/index.ts'
import { IconTrash, IconUpload } from '../../ui/icons.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import type { ListFilter } from '../../ui/list-page/list-filters.tsx'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { Phone } from '../../ui/marks/phone.tsx'
import { ORDINARY, SHORT, toast } from '../../ui/toasts/index.ts'
import { useCan } from '../../session/session.ts'
import { failureText, nameOf, originWords } from '../words.ts'
import { HubHead } from './hub-head.tsx'
import classes from './hub.module.css'

const NOBODY = 'none'
const ownerIn = (value: unknown): string => (value === NOBODY ? NOBODY : idIn(value))
const { useFilter } = listFilter({
  name: 'newcomers',
  path: paths.followupPeople,
  shape: {},
  parts: { owner: ownerIn },
})

/** Where they stand, who looks after them, and where they came from unless the staff entered them. */
function Standing({ person: { stage, ownerName, ownerLeft, origin } }: { person: NewcomerRow }) {
  const t = useTexts()
  return (
    <div className="small muted">
      {t('followup.people.standing', { stage, owner: ownerName ?? t('followup.people.noOwner') })}{' '}
      {ownerLeft && <Badge tone="warn">{t('followup.people.ownerLeft')}</Badge>}{' '}
      {origin !== 'staff' && <Badge>{t(originWords[origin])}</Badge>}
    </div>
  )
}

const ToPerson = ({ person, children }: { person: NewcomerRow; children: React.ReactNode }) => (
  <Link to={paths.firstTimer} params={{ personId: person.id }} search={{ memberType: person.memberType }}>
    {children}
  </Link>
)

const columns: Columns<NewcomerRow> = [
  {
    id: 'firstName',
    title: 'followup.people.firstName',
    cell: (person) => (
      <>
        <ToPerson person={person}>{person.firstName}</ToPerson>
        <Standing person={person} />
      </>
    ),
    isName: true,
  },
  {
    id: 'lastName',
    title: 'followup.people.lastName',
    cell: (person) => <ToPerson person={person}>{person.lastName}</ToPerson>,
    width: '22%',
  },
  {
    id: 'email',
    title: 'followup.people.email',
    cell: (person) => person.email && <ToPerson person={person}>{person.email}</ToPerson>,
    width: '28%',
  },
  {
    id: 'phone',
    title: 'followup.people.phone',
    cell: (person) =>
      person.mobilePhone && (
        <ToPerson person={person}>
          <Phone value={groupPhone(person.mobilePhone)} />
        </ToPerson>
      ),
    width: '11rem',
  },
]

const words: ListWords = {
  title: 'followup.tab.people',
  searchLabel: 'followup.people.search',
  searchPlaceholder: 'followup.people.searchPlaceholder',
  noMatch: 'followup.people.noMatch',
  show: 'followup.people.show',
  emptyTitle: 'followup.people.empty',
}

const idOf = ({ id }: NewcomerRow) => id

/** Asked first; whoever thinks better of it is told that nothing happened. */
function DeleteDialog({ person, onClose }: { person: NewcomerRow; onClose: () => void }) {
  const t = useTexts()
  const remove = useCall(() => call(removeNewcomer, { params: { id: person.id } }), {
    refreshes: [listNewcomers],
    done: () => {
      toast.ok(t('followup.people.deleted'), { duration: SHORT })
      onClose()
    },
    failed: (failure) => void toast.bad(t(failureText(failure))),
  })
  const cancel = () => {
    toast.info(t('followup.people.notDeleted'), { duration: ORDINARY })
    onClose()
  }
  const actions = (
    <>
      <Button onClick={cancel}>{t('followup.people.cancel')}</Button>
      <Button kind="primary" busy={remove.busy} onClick={() => remove.run()}>
        {t('followup.people.ok')}
      </Button>
    </>
  )
  return (
    <Dialog open title={t('followup.people.confirmTitle')} onClose={cancel} actions={actions}>
      <p>{t('followup.people.confirm')}</p>
    </Dialog>
  )
}

const card = (person: NewcomerRow) => (
  <div className="grow">
    <ToPerson person={person}>{nameOf(person)}</ToPerson>
    <Standing person={person} />
  </div>
)

/** Whose people: of one of the team, or of nobody yet. */
function useOwnerFilter(): ListFilter {
  const { data } = useQuery(read(readTeam, {}))
  return {
    part: 'owner',
    legend: 'followup.person.owner',
    any: 'followup.people.anyOwner',
    is: 'followup.people.ownerIs',
    shape: 'list',
    words: (t: Translate) => ({
      [NOBODY]: t('followup.people.noOwner'),
      ...Object.fromEntries((data?.members ?? []).map((member) => [member.id, nameOf(member)])),
    }),
  }
}

/** Everybody who is followed up; search in any field. */
export function FollowupPeoplePage() {
  const t = useTexts()
  const filtering = useFilter()
  const { search, owner } = filtering.state
  const query = { ...(search && { search }), ...(owner && { owner }) }
  const filters = [useOwnerFilter()]
  const mayImport = useCan('people.write')
  const list = usePagedList<NewcomerRow>([...keyOf(listNewcomers), query], (page, signal) =>
    call(listNewcomers, { query: { ...query, ...page } }, { signal }),
  )
  const [gone, setGone] = useState<NewcomerRow | null>(null)
  const rowActions = (person: NewcomerRow) => (
    <MenuItem icon={IconTrash} isDanger onPick={() => setGone(person)}>
      {t('followup.people.delete', { name: nameOf(person) })}
    </MenuItem>
  )
  return (
    <ListPage
      {...{ words, filtering, list, columns, card, idOf, nameOf, rowActions }}
      name="newcomers"
      actionsTitle="followup.people.action"
      filters={filters}
      head={
        <>
          <HubHead />
          {mayImport && (
            <ButtonLink to={paths.imports} icon={IconUpload} className={classes['import']}>
              {t('followup.people.import')}
            </ButtonLink>
          )}
        </>
      }
    >
      {gone && <DeleteDialog person={gone} onClose={() => setGone(null)} />}
    </ListPage>
  )
}
