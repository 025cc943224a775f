/** What a refusal is about, as far as the engine says it. */
export interface RefusedField {
  /** In the engine's words: its path, or its own name alone. */
  readonly field: string;
  readonly parameter?: string;
  readonly fieldType?: string;
}

/** How Elasticsearch 7 to 9 and OpenSearch 1 to 3 name a field in a reason; the first that fits is taken. */
const REASONS: readonly RegExp[] = [
  /No handler for type \[(?<fieldType>.+?)\] declared on (?:runtime )?field \[(?<field>.+)\]/s,
  /[Tt]he mapper type \[(?<fieldType>.+?)\] declared on (?:runtime )?field \[(?<field>.+?)\] does not exist/s,
  /unknown parameter \[(?<parameter>.+?)\] on mapper \[(?<field>.+?)\] of type \[(?<fieldType>.+?)\]/s,
  /\[(?<parameter>[^[\]]+)\] on mapper \[(?<field>.+?)\] of type \[(?<fieldType>.+?)\] must not have/s,
  /of parameter \[(?<parameter>.+?)\] on mapper \[(?<field>.+?)\] of type \[(?<fieldType>.+?)\]/s,
  /Mapper for \[(?<field>.+?)\] conflicts with existing [\s\S]*?Cannot update parameter \[(?<parameter>.+?)\]/,
  /Mapper for \[(?<field>.+?)\] conflicts with existing/s,
  /mapper \[(?<field>.+?)\] cannot be changed from type \[/s,
  /mapper \[(?<field>.+?)\] of different type/s,
  /Mapping definition for \[(?<field>.+?)\] has unsupported parameters: +\[(?<parameter>.+?) : /s,
  /can't merge a non[ -][a-z]+ mapping \[(?<field>.+?)\] with/s,
  /the \[(?<parameter>[^[\]]+)\] parameter can't be updated for the object mapping \[(?<field>.+)\]/s,
  /Invalid \[(?<parameter>path)\] value \[.*?\] for field alias \[(?<field>.+?)\]:/s,
  /[Tt]he \[(?<parameter>[^[\]]+)\] property must be specified for field \[(?<field>.+)\]/s,
  /Field name \[(?<field>.+?)\] which is a multi field of/s,
  /The number of dimensions for field \[(?<field>.+)\] should be in the range/s,
  /[Nn]o type specified for (?:runtime )?(?:field|property) \[(?<field>.+)\]/s,
  /Expected map for property \[[^[\]]+\] on field \[(?<field>.+?)\] but got/is,
];

/** The field that an engine has refused a mapping for, where its reason names one. */
export function refusedField(reason: string | undefined): RefusedField | undefined {
  for (const pattern of reason === undefined || reason.length > MAX_READ_LENGTH ? [] : REASONS) {
    const { field, parameter, fieldType } = pattern.exec(reason ?? '')?.groups ?? {};
    if (field === undefined) continue;
    return {
      field,
      ...(parameter !== undefined && { parameter }),
      ...(fieldType !== undefined && { fieldType }),
    };
  }
  return undefined;
}

/** No reason of an engine is as long; what is, repeats something that was sent. */
const MAX_READ_LENGTH = 4_000;
