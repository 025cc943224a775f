/** Why an engine can't be had here, in one line for the person who asked for it. */
export class EngineRefusal extends Error {
  name = 'EngineRefusal';
}
