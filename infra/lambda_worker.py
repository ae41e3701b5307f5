"""The worker as a Lambda function: the Temporal server calls it when there is work; it polls until its time is up."""

from concurrent.futures import ThreadPoolExecutor

from temporalio.contrib.aws.lambda_worker import LambdaWorkerConfig, run_worker

from infra import registrations
from infra.payloads import data_converter
from infra.secrets import secret
from infra.settings import settings

THREADS = 4
"""Activities at a time; a function is called again rather than crowded."""


def configure(config: LambdaWorkerConfig) -> None:
    """Give a worker the same workflow and activities as the long-lived one has."""
    known = settings()
    arn = known.temporal_api_key_secret
    connection = config.client_connect_config
    connection["target_host"] = known.temporal_address
    connection["namespace"] = known.temporal_namespace
    connection["data_converter"] = data_converter
    if arn is not None:
        connection["api_key"] = secret(arn)
        connection["tls"] = True
    worker = config.worker_config
    worker["task_queue"] = known.task_queue
    worker["workflows"] = registrations.WORKFLOWS
    worker["activities"] = registrations.activities(known)
    worker["activity_executor"] = ThreadPoolExecutor(THREADS, thread_name_prefix="activity")
    worker["workflow_runner"] = registrations.sandbox()
    worker["deployment_config"] = registrations.deployment(known)
    worker["sticky_queue_schedule_to_start_timeout"] = registrations.STICKY


handler = run_worker(registrations.version(settings()), configure)
