"""What `template.yaml` says once it is transformed: rights, doors, limits, keeping (SEC-1, OPS-4, API-1)."""

import json
from functools import cache
from typing import Any

import pytest
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator
from samtranslator.yaml_helper import yaml_parse

from infra.stack import ROOT

LOG = {"logs:CreateLogStream", "logs:PutLogEvents"}
READ = {"dynamodb:GetItem", "dynamodb:Query", "dynamodb:BatchGetItem"}

# Who may do what to which table or key: the whole list, word for word. A change here is a change of
# somebody's rights and is meant to be seen in a review.
RIGHTS: dict[str, dict[str, tuple[set[str], set[str]]]] = {
    "CommandsRole": {
        "Log": (LOG, {"CommandsLog"}),
        "ReadClub": (READ, {"Club"}),
        "UseClubKey": ({"kms:Decrypt"}, {"ClubKey"}),
        "ReadApiKey": ({"secretsmanager:GetSecretValue"}, {"TemporalApiKeySecret"}),
    },
    "BallotsRole": {
        "Log": (LOG, {"BallotsLog"}),
        "ReadClub": (READ, {"Club"}),
        "PutBallots": ({"dynamodb:PutItem"}, {"Vault"}),
        "SealBallots": ({"kms:Encrypt"}, {"VaultKey"}),
        "UseClubKey": ({"kms:Decrypt"}, {"ClubKey"}),
        "UseVaultKey": ({"kms:Decrypt"}, {"VaultKey"}),
        "ReadApiKey": ({"secretsmanager:GetSecretValue"}, {"TemporalApiKeySecret"}),
    },
    "ViewsRole": {
        "Log": (LOG, {"ViewsLog"}),
        "ReadClub": (READ, {"Club", "Club/index/gsi1"}),
        "ReadNames": ({"dynamodb:BatchGetItem"}, {"People"}),
        "UseClubKey": ({"kms:Decrypt"}, {"ClubKey"}),
        "UsePeopleKey": ({"kms:Decrypt"}, {"PeopleKey"}),
    },
    "CounterRole": {
        "Log": (LOG, {"CounterLog"}),
        "ReadClub": (READ, {"Club", "Club/index/gsi1"}),
        "ReadNames": ({"dynamodb:BatchGetItem"}, {"People"}),
        "UseClubKey": ({"kms:Decrypt"}, {"ClubKey"}),
        "UsePeopleKey": ({"kms:Decrypt"}, {"PeopleKey"}),
    },
    "ClubsRole": {
        "Log": (LOG, {"ClubsLog"}),
        "WriteClubs": (
            {"dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem"},
            {"Club"},
        ),
        "UseClubKey": ({"kms:Decrypt"}, {"ClubKey"}),
    },
    "PeopleDeskRole": {
        "Log": (LOG, {"PeopleDeskLog"}),
        "ReadStaff": ({"dynamodb:GetItem"}, {"Club"}),
        "WriteNames": ({"dynamodb:PutItem"}, {"People"}),
        "UseClubKey": ({"kms:Decrypt"}, {"ClubKey"}),
        "UsePeopleKey": ({"kms:Decrypt"}, {"PeopleKey"}),
    },
    "HealthRole": {
        "Log": (LOG, {"HealthLog"}),
        "LookAtClub": ({"dynamodb:GetItem"}, {"Club"}),
        "UseClubKey": ({"kms:Decrypt"}, {"ClubKey"}),
        "ReadApiKey": ({"secretsmanager:GetSecretValue"}, {"TemporalApiKeySecret"}),
    },
    "WorkerRole": {
        "Log": (LOG, {"WorkerLog"}),
        "WriteTournaments": (
            READ
            | {f"dynamodb:{verb}" for verb in ("PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem")}
            | {"dynamodb:ConditionCheckItem"},
            {"Club"},
        ),
        "KeepSeeds": ({"dynamodb:GetItem", "dynamodb:PutItem"}, {"Vault"}),
        "CountBallots": ({"dynamodb:Query", "dynamodb:DeleteItem"}, {"Vault"}),
        "OpenBallots": ({"kms:Decrypt"}, {"VaultKey"}),
        "UseClubKey": ({"kms:Decrypt"}, {"ClubKey"}),
        "UseVaultKey": ({"kms:Decrypt"}, {"VaultKey"}),
        "ReadApiKey": ({"secretsmanager:GetSecretValue"}, {"TemporalApiKeySecret"}),
    },
    "WorkerStarterRole": {
        "StartWorkers": (
            {"lambda:InvokeFunction", "lambda:GetFunction"},
            {"LambdaWorker", "LambdaWorker:*"},
        ),
    },
}

TEMPORAL = {"TEMPORAL_ADDRESS", "TEMPORAL_NAMESPACE", "TEMPORAL_API_KEY_SECRET", "TASK_QUEUE"}
EVERYWHERE = {"AWS_ENDPOINT_URL", "POWERTOOLS_SERVICE_NAME", "POWERTOOLS_LOG_LEVEL"}
VARIABLES = {
    "Commands": {"CLUB_TABLE", *TEMPORAL},
    "Ballots": {"CLUB_TABLE", "VAULT_TABLE", "VAULT_KEY", *TEMPORAL},
    "Views": {"CLUB_TABLE", "PEOPLE_TABLE"},
    "Counter": {"CLUB_TABLE", "PEOPLE_TABLE"},
    "Clubs": {"CLUB_TABLE"},
    "PeopleDesk": {"CLUB_TABLE", "PEOPLE_TABLE"},
    "Health": {"CLUB_TABLE", *TEMPORAL},
    "LambdaWorker": {"CLUB_TABLE", "VAULT_TABLE", "BUILD", *TEMPORAL},
}
OPEN_TO_ALL = {("/v1/health", "get"), ("/v1/openapi.json", "get")}


@cache
def resources() -> dict[str, Any]:
    """Return the resources as CloudFormation gets them in AWS."""
    template = yaml_parse((ROOT / "template.yaml").read_text())
    template["Globals"]["Function"]["CodeUri"] = "s3://code/code.zip"
    template["Resources"]["Libraries"]["Properties"]["ContentUri"] = "s3://code/layer.zip"
    translator = Translator({}, Parser())
    transformed = translator.translate(template, {"TemporalAddress": "temporal.example.com:7233"})
    found: dict[str, Any] = transformed["Resources"]
    return found


def of_type(kind: str) -> dict[str, Any]:
    return {name: r["Properties"] for name, r in resources().items() if r["Type"] == kind}


def flattened(value: Any) -> list[Any]:
    """Return a list whose `Fn::If` members are replaced by what holds when the condition does."""
    members = value if isinstance(value, list) else [value]
    return [member["Fn::If"][1] if isinstance(member, dict) and "Fn::If" in member else member for member in members]


def named(resource: Any) -> str:
    """Return the logical name that a `Resource` of a statement points at."""
    match resource:
        case {"Fn::GetAtt": [name, "Arn"]} | {"Ref": name}:
            return str(name)
        case {"Fn::Sub": text}:
            return str(text).replace("${", "").replace(".Arn}", "")
        case _:
            return str(resource)


def statements(role: str) -> list[dict[str, Any]]:
    policies = resources()[role]["Properties"]["Policies"]
    return [statement for policy in policies for statement in flattened(policy["PolicyDocument"]["Statement"])]


@pytest.mark.parametrize("role", RIGHTS)
def test_sec_1_each_role_has_the_rights_written_here_and_no_more(role: str) -> None:
    rights = {
        statement["Sid"]: (set(flattened(statement["Action"])), {named(r) for r in flattened(statement["Resource"])})
        for statement in statements(role)
    }
    assert rights == RIGHTS[role]


def test_sec_1_there_is_no_other_role_and_no_statement_for_everything() -> None:
    assert set(of_type("AWS::IAM::Role")) == {*RIGHTS, "WorkerStartRole"}
    for role in RIGHTS:
        for statement in statements(role):
            assert "*" not in flattened(statement["Resource"])
            assert not any("*" in action for action in flattened(statement["Action"]))


def test_sec_1_the_only_policy_not_written_here_lets_the_container_be_fetched() -> None:
    managed = {
        name: role["ManagedPolicyArns"]
        for name, role in of_type("AWS::IAM::Role").items()
        if "ManagedPolicyArns" in role
    }
    assert list(managed) == ["WorkerStartRole"]
    assert len(managed["WorkerStartRole"]) == 1


def test_sec_1_each_function_has_a_role_of_its_own() -> None:
    roles = [function["Role"]["Fn::GetAtt"][0] for function in of_type("AWS::Lambda::Function").values()]
    assert len(roles) == len(set(roles)) == len(VARIABLES)


def test_sec_1_rows_of_tournaments_are_written_by_the_worker_alone() -> None:
    for role in set(RIGHTS) - {"WorkerRole"}:
        for statement in statements(role):
            writes = [a for a in flattened(statement["Action"]) if a in {"dynamodb:PutItem", "dynamodb:UpdateItem"}]
            if writes and "Club" in {named(r) for r in flattened(statement["Resource"])}:
                keys = statement["Condition"]["ForAllValues:StringLike"]["dynamodb:LeadingKeys"]
                assert keys == ["CLUB#*"]


@pytest.mark.parametrize(("role", "sid"), [("BallotsRole", "PutBallots"), ("WorkerRole", "CountBallots")])
def test_ops_5_a_right_to_ballots_is_no_right_to_seeds(role: str, sid: str) -> None:
    (right,) = (statement for statement in statements(role) if statement["Sid"] == sid)
    assert right["Condition"] == {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": ["BALLOTS#*"]}}


def test_sec_1_a_function_knows_only_what_it_needs() -> None:
    variables = {
        name: set(function["Environment"]["Variables"]) - EVERYWHERE
        for name, function in of_type("AWS::Lambda::Function").items()
    }
    assert variables == VARIABLES


def test_functions_are_python_3_13_on_arm_and_log_where_logs_end() -> None:
    groups = of_type("AWS::Logs::LogGroup")
    for function in of_type("AWS::Lambda::Function").values():
        assert (function["Runtime"], function["Architectures"]) == ("python3.13", ["arm64"])
        assert groups[function["LoggingConfig"]["LogGroup"]["Ref"]]["RetentionInDays"] == 30


def methods() -> dict[tuple[str, str], Any]:
    """Return every method of the API but the preflights, by path and verb."""
    (api,) = of_type("AWS::ApiGateway::RestApi").values()
    return {
        (path, verb): method
        for path, verbs in api["Body"]["paths"].items()
        for verb, method in verbs.items()
        if verb != "options"
    }


def test_sec_1_every_method_asks_for_identity_but_the_two_open_ones() -> None:
    for door, method in methods().items():
        assert [list(asked) for asked in method["security"]] == [["NONE" if door in OPEN_TO_ALL else "Identity"]], door


def test_api_1_methods_are_named_one_by_one() -> None:
    assert {verb for _, verb in methods()} == {"get", "post", "put"}
    assert all(path.startswith("/v1/") for path, _ in methods())


def test_api_1_a_browser_of_the_one_origin_may_ask_and_no_other() -> None:
    (api,) = of_type("AWS::ApiGateway::RestApi").values()
    for path, verbs in api["Body"]["paths"].items():
        preflight = verbs["options"]
        assert "security" not in preflight, path
        answer = preflight["x-amazon-apigateway-integration"]["responses"]["default"]["responseParameters"]
        assert answer["method.response.header.Access-Control-Allow-Origin"] == {"Fn::Sub": "'${WebOrigin}'"}
        assert "Authorization" in answer["method.response.header.Access-Control-Allow-Headers"]


def test_api_1_what_the_gateway_answers_itself_is_a_problem_too() -> None:
    (api,) = of_type("AWS::ApiGateway::RestApi").values()
    answers = api["Body"]["x-amazon-apigateway-gateway-responses"]
    assert {"UNAUTHORIZED", "THROTTLED", "REQUEST_TOO_LARGE", "DEFAULT_4XX", "DEFAULT_5XX"} <= set(answers)
    for name, answer in answers.items():
        headers = answer["responseParameters"]
        assert headers["gatewayresponse.header.Content-Type"] == "'application/problem+json'"
        if name != "DEFAULT_4XX":
            problem = json.loads(answer["responseTemplates"]["application/json"])
            assert str(problem["status"]) == str(answer["statusCode"])
            assert {"type", "title", "detail", "rule"} <= set(problem)


def test_sec_1_every_method_is_throttled_and_a_clubs_shared_address_is_not_shut_out() -> None:
    (stage,) = of_type("AWS::ApiGateway::Stage").values()
    limits = {
        (setting["ResourcePath"].replace("~1", "/").replace("//", "/"), setting["HttpMethod"]): (
            setting["ThrottlingRateLimit"],
            setting["ThrottlingBurstLimit"],
        )
        for setting in stage["MethodSettings"]
    }
    assert limits.pop(("/*", "*")) == (500, 1000)
    doors = {(path, verb.upper()) for path, verb in methods()}
    assert set(limits) <= doors


def test_sec_1_access_logs_hold_no_query_and_no_address() -> None:
    (stage,) = of_type("AWS::ApiGateway::Stage").values()
    words = stage["AccessLogSetting"]["Format"]
    assert not any(word in words for word in ("querystring", "sourceIp", "authorizer", "context.path"))


@pytest.mark.parametrize("table", ["Club", "People", "Vault"])
def test_tables_are_on_demand_encrypted_and_cannot_be_lost_by_accident(table: str) -> None:
    resource = resources()[table]
    properties = resource["Properties"]
    assert resource["DeletionPolicy"] == resource["UpdateReplacePolicy"] == "Retain"
    assert properties["BillingMode"] == "PAY_PER_REQUEST"
    assert properties["DeletionProtectionEnabled"] is True
    assert properties["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}
    assert properties["TimeToLiveSpecification"] == {"AttributeName": "ttl", "Enabled": True}
    assert properties["SSESpecification"]["KMSMasterKeyId"] == {"Fn::GetAtt": [f"{table}Key", "Arn"]}


def test_only_the_club_table_is_streamed() -> None:
    streams = {name: table.get("StreamSpecification") for name, table in of_type("AWS::DynamoDB::Table").items()}
    assert streams == {"Club": {"StreamViewType": "NEW_IMAGE"}, "People": None, "Vault": None}


def test_ops_4_alarms_go_to_the_topic_that_is_named() -> None:
    alarms = of_type("AWS::CloudWatch::Alarm")
    assert set(alarms) == {
        "DoorFaults",
        "CommandFaults",
        "CommandsHeldBack",
        "StoreRefusesWrites",
        "WorkerGone",
        "WorkerFaults",
    }
    for alarm in alarms.values():
        assert flattened(alarm["AlarmActions"]) == [{"Ref": "AlarmTopic"}]


def test_both_workers_are_declared_and_one_parameter_chooses() -> None:
    conditions = {name: resource.get("Condition") for name, resource in resources().items()}
    assert conditions["WorkerService"] == conditions["WorkerTask"] == "OnFargate"
    assert conditions["LambdaWorker"] == "OnLambda"
    container = resources()["WorkerTask"]["Properties"]["ContainerDefinitions"][0]
    names = {entry["Name"] for entry in flattened(container["Environment"])}
    assert names - {"AWS_REGION"} == VARIABLES["LambdaWorker"]
