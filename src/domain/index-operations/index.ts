export * from './resize.ts';
export * from './rollover.ts';
export {
  aliasesCall,
  attachPolicyCall,
  blockCall,
  blockSettingCall,
  cancelTaskCall,
  chunksOf,
  createDataStreamCall,
  dataStreamLifecycleCall,
  deleteDataStreamsCall,
  deleteTemplateCall,
  detachPolicyCall,
  indexActionCall,
  indexActionCalls,
  type LifecycleSystem,
  NAMES_PER_CALL,
  retryStepCall,
  rolloverCall,
  settingsCall,
  TEMPLATE_ENDPOINTS,
  type WriteCall,
} from './write-calls.ts';
