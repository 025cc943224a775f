import { RAIL_GROUPS, ROUTES, SCREENS, type Place, type RailGroup, type ScreenId } from '../platform/route-table.ts';

type PlaceId = { [Id in ScreenId]: (typeof SCREENS)[Id] extends { readonly place: object } ? Id : never }[ScreenId];

const IDS = Object.keys(SCREENS) as readonly ScreenId[];

function isPlace(id: ScreenId): id is PlaceId {
  return 'place' in SCREENS[id];
}

/**
 * Every screen that is found without a name, in the order of the list of screens, with the routes that mark its place
 * in the rail. Rail, menu of a phone and palette are built from this list.
 */
export const NAV_ITEMS = IDS.filter(isPlace).map((id) => {
  const { label, place } = SCREENS[id];
  const {
    command = `Go to ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
    railLabel = label,
    ...shown
  }: Place = place;
  return { id, to: ROUTES[id], label, railLabel, command, covers: coveredBy(id), ...shown };
});

const GROUPS = Object.keys(RAIL_GROUPS) as readonly RailGroup[];

/** The rail: its groups, each with its heading, if it has one, and its screens. */
export const RAIL = GROUPS.map((group) => ({
  group,
  heading: RAIL_GROUPS[group],
  items: NAV_ITEMS.filter((item) => item.group === group),
}));

/** The routes of screens that have no place in the rail themselves, and belong to this one. */
function coveredBy(id: PlaceId): readonly string[] {
  return IDS.filter((each) => each !== id && railPlaceOf(each) === id).map((each) => ROUTES[each]);
}

/** The screen in the rail that a screen belongs to: that which it is within, or else below whose address it is. */
function railPlaceOf(id: ScreenId): ScreenId | undefined {
  const screen = SCREENS[id];
  if ('place' in screen && 'group' in screen.place) return id;
  const parent =
    'within' in screen ? screen.within : IDS.find((each) => screen.path.startsWith(`${SCREENS[each].path}/`));
  return parent === undefined ? undefined : railPlaceOf(parent);
}
