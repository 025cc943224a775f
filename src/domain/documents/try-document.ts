import { objectMember, type JsonObject, type JsonValue } from '../json/value.ts';
import { DocumentWalk } from './document-walk.ts';
import { detectionOf } from './dynamic-mapping.ts';
import { storedDynamicTemplates } from '../mapping/stored-dynamic-templates.ts';
import { mappingsOfNewIndex } from './index-mode.ts';
import { documentExcess } from './limits.ts';
import { templateRules } from './template-rules.ts';
import { timeSeriesOf } from './time-series.ts';
import { trialSettings } from './trial-settings.ts';
import type { DocumentRequest, DocumentTrial, TriedIndex } from './trial.ts';
import type { PreparedIndex } from './walk-parts.ts';

const EMPTY: JsonObject = {};

/** What indexing a document would do to each of its values. Pure; the cost is linear in the document. */
export function tryDocument(index: TriedIndex, document: JsonValue, request: DocumentRequest = {}): DocumentTrial {
  return documentTrials(index)(document, request);
}

/** The same for many documents of one index: templates, formats and settings are read once. */
export function documentTrials(index: TriedIndex): (document: JsonValue, request?: DocumentRequest) => DocumentTrial {
  const { settings = EMPTY, engine } = index;
  const mappings = mappingsOfNewIndex(index);
  const prepared: PreparedIndex = {
    mappings,
    engine,
    settings: trialSettings(settings, engine, mappings),
    templates: templateRules(storedDynamicTemplates(mappings['dynamic_templates'] ?? [], engine)),
    detection: detectionOf(mappings, engine),
    runtime: objectMember(mappings, 'runtime') ?? EMPTY,
    timeSeries: timeSeriesOf(index),
  };
  return (document, request = {}) => {
    const excess = documentExcess(document);
    return excess === null ? new DocumentWalk(prepared, request.routing).run(document) : tooLarge(excess);
  };
}

function tooLarge(reason: string): DocumentTrial {
  return {
    outcome: 'unknown',
    values: [],
    added: [],
    ignoredFields: [],
    unknown: [{ pointer: '', field: null, what: 'limit', decides: 'outcome', reason }],
  };
}
